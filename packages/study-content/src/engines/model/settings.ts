import type { Exchange } from './Exchange.ts';

/** How a language model is reached, and what it costs. */
export interface OpenaiSettings {
  apiKey?: string;
  /** The address of any server with the same API, such as Ollama or vLLM; OpenAI's where it is not set. */
  baseURL?: string;
  model: string;
  /** How long a streamed answer may stop coming, in milliseconds; `generationDeadlines.idle` where it is not set. */
  idleTimeoutMs?: number;
  /** How long all calls for one draft may take, waits included, in milliseconds; `generationDeadlines.draft` where it is not set. A repair gets half. */
  totalTimeoutMs?: number;
  /** US dollars per million tokens. The cost is only known where both prices are set. */
  inputPricePerMillion?: number;
  outputPricePerMillion?: number;
  /** The context window in tokens; 128,000 where it is not set. */
  contextTokens?: number;
}

/** Clock, randomness and waiting, which tests replace. */
export interface Dependencies {
  /** A clock in milliseconds. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** @throws the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Keeps what is sent and answered, or answers in place of the server. */
  exchange?: Exchange;
}
