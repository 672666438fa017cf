import type { EngineError } from './EngineError.ts';
import type { Exchange } from './Exchange.ts';
import type { KnownOfServer } from './ServerCapabilities.ts';

/** Connection and pricing of a language model. */
export interface OpenaiSettings {
  apiKey?: string;
  /** A server with the same API, such as Ollama or vLLM. Defaults to OpenAI. */
  baseURL?: string;
  model: string;
  /** Defaults to the server's own. */
  temperature?: number;
  /** US dollars per million tokens. The cost is only reported if both prices are set. */
  inputPricePerMillion?: number;
  outputPricePerMillion?: number;
  /** Context window in tokens. Defaults to 128,000. */
  contextTokens?: number;
  /** Maximum number of parallel calls. Defaults to 4. */
  maxCalls?: number;
  /** What earlier tasks learned about the server. */
  known?: KnownOfServer;
}

/** Clock, randomness, timers and network; replaced in tests. */
export interface Dependencies {
  /** In milliseconds. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** @throws the signal's reason if it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Defaults to the global `fetch`. */
  fetch?: typeof fetch;
  /** Waits for the call's turn. @returns a function that ends the turn */
  turn?: (signal: AbortSignal) => Promise<() => void>;
  /** Called for each call that failed after its retries. */
  onFailure?: (error: EngineError) => void;
  /** Records or replays calls. */
  exchange?: Exchange;
}
