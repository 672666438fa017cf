/**
 * The limits on time of making study content, in milliseconds. A call answers by `GENERATION_DEADLINE_S` (the default is `answer`) with what is there;
 * what a language model makes after it is added until `whole`.
 */
export const generationDeadlines = {
  /** The gateway waits this long for the answer of a service. */
  gateway: 180_000,
  /** The latest deadline that can be set: what is left is enough for the offline engine to step in, and to store. */
  latestAnswer: 160_000,
  answer: 150_000,
  /** All calls of a language model for one guide, quiz or deck. */
  whole: 600_000,
  /** The thread that makes the content is ended. */
  thread: 620_000,
  /** The longest pause within a streamed answer. */
  idle: 45_000,
  /** The thread of the offline engine is ended. It makes no requests, so it needs less time. */
  offlineThread: 60_000,
} as const;
