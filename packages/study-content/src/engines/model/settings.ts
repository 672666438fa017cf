/** How a language model is reached, and what it costs. */
export interface OpenaiSettings {
  apiKey?: string;
  /** Of any server that speaks the same calls, such as Ollama or vLLM. */
  baseURL?: string;
  model: string;
  /** How long a streamed answer may stop coming, in milliseconds; `generationDeadlines.idle` where it is not set. */
  idleTimeoutMs?: number;
  /** How long all calls for one draft may take, waits included, in milliseconds; `generationDeadlines.draft` where it is not set. A repair gets half. */
  totalTimeoutMs?: number;
  /** US dollars for a million tokens; without both, no cost is told. */
  inputPricePerMillion?: number;
  outputPricePerMillion?: number;
  /** How much the model reads and writes in one call, in tokens; 128,000 where it is not set. */
  contextTokens?: number;
}

/** What the engine takes from the world around it. */
export interface Dependencies {
  /** Milliseconds. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** @throws the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
