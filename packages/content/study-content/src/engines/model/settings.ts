import type { EngineError } from './EngineError.ts';
import type { KnownOfServer } from './ServerCapabilities.ts';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';

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

/** A model request without the key and the streaming options. */
export type ModelRequest = Pick<ChatCompletionCreateParamsBase, 'model' | 'messages' | 'response_format'>;

/**
 * Intercepts calls to the model server, for example to record or replay them.
 *
 * @param send - Sends the request and resolves to the text of the answer.
 * @returns the text of the answer
 */
export type Exchange = (request: ModelRequest, send: () => Promise<string>) => Promise<string>;

/** An exchange has no answer. Retries would not help, and the model server did not fail. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}
