import type { Clock } from './Clock.ts';

/** A message of a request. */
export interface ChatMessage {
  role: string;
  content: string | readonly { type: string; text?: string }[] | null;
}

/** The body of a request to `/v1/chat/completions`, as far as the server reads it. */
export interface ChatRequest {
  model: string;
  messages: readonly ChatMessage[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { name: string; schema: unknown; strict?: boolean } };
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  [parameter: string]: unknown;
}

/** Whose messages and further addresses the server copies. */
export type ModelServerKind = 'openai' | 'ollama' | 'lmstudio' | 'llama.cpp' | 'vllm';

/** A failed request. */
export interface PlayedFailure {
  status: number;
  headers?: Readonly<Record<string, string>>;
  message?: string;
  code?: string;
}

/** How a simulated server of a language model behaves. Without options it answers everything immediately. */
export interface ModelServerOptions {
  /**
   * What the model says. Of several answers the first one is given, and the others to the requests that follow. The messages are those that
   * the model sees: a prompt that is too long has lost its beginning when `truncates` is `silently`.
   */
  answer?: (request: ChatRequest) => string | readonly string[];
  /** Defaults to `openai`. */
  kind?: ModelServerKind;
  /** The ids of the models; requests for others are refused. Defaults to one model, `played-model`. */
  models?: readonly string[];
  /** The key that requests must have. Defaults to none. */
  apiKey?: string;
  /** The only `response_format` that the server knows, besides `text`; with `none` it refuses the parameter. Defaults to all. */
  format?: 'json_schema' | 'json_object' | 'none';
  /** What stands around the answer. Thinking comes as `<think>` in the text, reasoning as `reasoning_content` beside it. */
  wrap?: 'plain' | 'fences' | 'thinking' | 'reasoning' | 'preamble';
  /** A token is four characters. Defaults to no waiting. */
  tokensPerSecond?: number;
  /** How fast the prompt is read, before the first token. Defaults to no waiting. */
  promptTokensPerSecond?: number;
  /** The context window, for prompt and answer. Defaults to no limit. */
  contextTokens?: number;
  /**
   * What happens to a prompt beyond the context: its beginning is lost and only the rest is counted (Ollama), the request is refused
   * (llama.cpp, vLLM), or the answer is empty (LM Studio). Defaults to `error`.
   */
  truncates?: 'silently' | 'error' | 'empty';
  /** How many requests are worked on at a time; the others wait for their turn. Defaults to no limit. */
  slots?: number;
  /** The connection breaks after so many tokens: of every answer, or of the first ones when it is a list. */
  diesAfterTokens?: number | readonly number[];
  /** The failures of the first requests, before all other checks. */
  fails?: readonly PlayedFailure[];
  /** Parameters that the server refuses, such as `temperature`, `max_tokens`, `max_completion_tokens`, `stream_options`. */
  refuses?: readonly string[];
  /** Whether streamed answers end with the counted tokens, when the request wants that. Defaults to `last-chunk`. */
  usage?: 'last-chunk' | 'never';
  /** `false`: the answer comes in one piece, whatever the request wants. */
  streams?: boolean;
  /** Defaults to the machine's clock. */
  clock?: Clock;
}

/** A request for an answer, and what became of it. Times are those of the clock. */
export interface RecordedRequest {
  body: ChatRequest;
  /** The bearer token. */
  key: string | undefined;
  receivedAt: number;
  /** When a slot was free for it. */
  startedAt?: number;
  endedAt?: number;
  outcome?: 'answered' | 'refused' | 'died' | 'aborted';
  /** The tokens of the whole prompt. */
  promptTokens: number;
  /** The sent tokens of the answer. */
  answerTokens: number;
}
