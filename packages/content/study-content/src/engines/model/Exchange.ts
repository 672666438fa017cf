import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';

/** What is sent to a model, without the key and how the answer comes. */
export type ModelRequest = Pick<ChatCompletionCreateParamsBase, 'model' | 'messages' | 'response_format'>;

/**
 * Stands between the engine and the model's server: it may keep requests and answers, or answer by itself.
 *
 * @param send - Sends the request to the server and gives the text of the answer.
 * @returns The text of the answer.
 */
export type Exchange = (request: ModelRequest, send: () => Promise<string>) => Promise<string>;

/** An exchange has no answer. No other try may have one, so that this is no failure of a model's server. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}
