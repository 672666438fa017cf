import type { EngineError } from './EngineError.ts';
import type { Exchange } from './Exchange.ts';
import type { KnownOfServer } from './ServerCapabilities.ts';

/** How a language model is reached, and what it costs. */
export interface OpenaiSettings {
  apiKey?: string;
  /** The address of any server with the same API, such as Ollama or vLLM; OpenAI's where it is not set. */
  baseURL?: string;
  model: string;
  /** Left to the server where it is not set. */
  temperature?: number;
  /** US dollars per million tokens. The cost is only known where both prices are set. */
  inputPricePerMillion?: number;
  outputPricePerMillion?: number;
  /** The context window in tokens; 128,000 where it is not set. */
  contextTokens?: number;
  /** How many calls the server takes at once; 4 where it is not set. */
  maxCalls?: number;
  /** What earlier tasks have found out about the server. */
  known?: KnownOfServer;
}

/** Clock, randomness, waiting and network, which tests replace. */
export interface Dependencies {
  /** A clock in milliseconds. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** @throws the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Sends requests in place of the global `fetch`. */
  fetch?: typeof fetch;
  /** Waits until a call may be made. @returns a function that ends the call's turn */
  turn?: (signal: AbortSignal) => Promise<() => void>;
  /** Told of each call that failed for good. */
  onFailure?: (error: EngineError) => void;
  /** Keeps what is sent and answered, or answers in place of the server. */
  exchange?: Exchange;
}
