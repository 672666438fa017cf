/**
 * The time limits of generating study content, in milliseconds. A call answers by `GENERATION_DEADLINE_S` (defaults to `answer`) with the content
 * so far; content that a language model generates later is added until `whole`.
 */
export const generationDeadlines = {
  /** How long the gateway waits for the answer of a service. */
  gateway: 180_000,
  /** The maximum answer deadline. The remaining time suffices for the offline engine as a fallback, and for storing. */
  latestAnswer: 160_000,
  answer: 150_000,
  /** The limit for all language model calls of one guide, quiz or deck. */
  whole: 600_000,
  /** The limit of the thread that generates the content. */
  thread: 620_000,
  /** The longest pause within a streamed answer. */
  idle: 45_000,
  /** The limit of the offline engine's thread. It makes no requests, so it needs less time. */
  offlineThread: 60_000,
} as const;
