import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';

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
