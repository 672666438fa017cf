const gatewayMs = 180_000;
/** The difference between a limit and the one around it: time to answer with a message instead of a bare 504. */
const marginMs = 10_000;
const threadMs = gatewayMs - marginMs;
const modelMs = threadMs - marginMs;
const draftMs = (modelMs * 2) / 3;

/**
 * The one time budget of a call that makes study content with a language model, in milliseconds, from the outside inwards. Each limit ends
 * before the one around it. The offline engine has a limit of its own.
 */
export const generationDeadlines = {
  /** The gateway waits this long for the answer of a service. */
  gateway: gatewayMs,
  /** The thread that makes the content is ended. */
  thread: threadMs,
  /** All calls of the model for one guide, quiz or deck: the draft and one repair. */
  model: modelMs,
  /** All calls for the draft, retries included. */
  draft: draftMs,
  /** All calls for the repair of what the gate refused. */
  repair: modelMs - draftMs,
  /** The longest pause within a streamed answer. After it the server is asked again. */
  idle: 45_000,
  /** The thread of the offline engine is ended. It makes no requests, so it needs less time. */
  offlineThread: 60_000,
} as const;
