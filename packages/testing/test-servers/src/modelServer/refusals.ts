import type { ChatRequest, ModelServerKind, ModelServerOptions, PlayedFailure } from './ModelServerOptions.ts';

/** An error of the server: status and body. */
export interface Refusal {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: object;
}

const openaiError = (
  status: number,
  message: string,
  { type = 'invalid_request_error', param = null, code = null }: { type?: string; param?: string | null; code?: string | null } = {},
): Refusal => ({ status, body: { error: { message, type, param, code } } });

/** LM Studio's errors are bare texts. */
const bareError = (status: number, error: string): Refusal => ({ status, body: { error } });
const llamaError = (status: number, message: string, type: string, more: object = {}): Refusal => ({
  status,
  body: { error: { code: status, message, type, ...more } },
});
const vllmError = (status: number, message: string, type: string): Refusal => ({
  status,
  body: { error: { message, type, param: null, code: status } },
});

export function refusalOfKey(kind: ModelServerKind): Refusal {
  if (kind === 'vllm') return bareError(401, 'Unauthorized');
  if (kind === 'llama.cpp') return llamaError(401, 'Invalid API Key', 'authentication_error');
  return openaiError(401, 'Incorrect API key provided: ***. You can find your API key in your account.', { code: 'invalid_api_key' });
}

export function refusalOfModel(kind: ModelServerKind, model: string): Refusal {
  if (kind === 'ollama') return openaiError(404, `model "${model}" not found, try pulling it first`, { type: 'api_error' });
  if (kind === 'vllm') return vllmError(404, `The model \`${model}\` does not exist.`, 'NotFoundError');
  return openaiError(404, `The model \`${model}\` does not exist or you do not have access to it.`, { code: 'model_not_found' });
}

function refusalOfParameter(name: string, value: unknown): Refusal {
  if (name === 'temperature')
    return openaiError(
      400,
      `Unsupported value: 'temperature' does not support ${String(value)} with this model. Only the default (1) value is supported.`,
      { param: name, code: 'unsupported_value' },
    );
  if (name === 'max_tokens')
    return openaiError(400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      param: name,
      code: 'unsupported_parameter',
    });
  return openaiError(400, `Unrecognized request argument supplied: ${name}`);
}

/** The refusal of a parameter or format that the server does not know, if there is one. */
export function refusalOfParameters(request: ChatRequest, { refuses = [], format }: ModelServerOptions): Refusal | undefined {
  const refused = refuses.find((name) => request[name] !== undefined);
  if (refused !== undefined) return refusalOfParameter(refused, request[refused]);
  const type = request.response_format?.type;
  if (type === undefined || format === undefined || type === format) return undefined;
  if (format === 'none') return refusalOfParameter('response_format', type);
  if (type === 'text') return undefined;
  if (format === 'json_schema') return bareError(400, "'response_format.type' must be 'json_schema' or 'text'");
  return openaiError(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", {
    param: 'response_format',
  });
}

/** The refusal of a prompt that is longer than the context. */
export function refusalOfLength(kind: ModelServerKind, promptTokens: number, contextTokens: number): Refusal {
  if (kind === 'lmstudio')
    return bareError(
      400,
      `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${contextTokens} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    );
  if (kind === 'vllm')
    return vllmError(
      400,
      `This model's maximum context length is ${contextTokens} tokens. However, your request has ${promptTokens} input tokens. Please reduce the length of the input messages.`,
      'BadRequestError',
    );
  if (kind === 'openai')
    return openaiError(
      400,
      `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`,
      { param: 'messages', code: 'context_length_exceeded' },
    );
  return llamaError(
    400,
    `request (${promptTokens} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
    'exceed_context_size_error',
    { n_prompt_tokens: promptTokens, n_ctx: contextTokens },
  );
}

/** vLLM refuses an answer limit that does not fit into the context beside the prompt; others shorten the answer. */
export const refusalOfAnswerLimit = (promptTokens: number, answerTokens: number, contextTokens: number): Refusal =>
  vllmError(
    400,
    `This model's maximum context length is ${contextTokens} tokens. However, you requested ${answerTokens} output tokens and your prompt contains at least ${promptTokens} input tokens, for a total of at least ${promptTokens + answerTokens} tokens.`,
    'BadRequestError',
  );

const usualMessages: Readonly<Record<number, string>> = {
  429: 'Rate limit reached. Please try again later.',
  500: 'The server had an error while processing your request.',
  503: 'Loading model',
};

export const refusalOf = ({ status, headers, message, code }: PlayedFailure): Refusal => ({
  ...openaiError(status, message ?? usualMessages[status] ?? 'Refused.', {
    type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
    code: code ?? null,
  }),
  ...(headers && { headers }),
});
