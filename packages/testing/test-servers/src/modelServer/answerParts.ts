import type { ChatRequest, ModelServerOptions } from './ModelServerOptions.ts';
import { tokensOf } from './tokens.ts';

/** The answer to one request: its tokens, and how it is reported. */
export interface PlayedAnswer {
  model: string;
  tokens: { field: 'content' | 'reasoning_content'; text: string }[];
  finish: 'stop' | 'length';
  /** Undefined when the server does not count. */
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined;
}

const thoughts =
  'The material is short. I look for statements that stand on their own, and check each one against the text before I write it.';

/** What the model writes, with what stands around its answer. */
function wrapped(text: string, wrap: ModelServerOptions['wrap']): { reasoning: string; content: string } {
  const content = {
    plain: text,
    reasoning: text,
    fences: `\`\`\`json\n${text}\n\`\`\``,
    thinking: `<think>\n${thoughts}\n</think>\n\n${text}`,
    preamble: `Sure! Here is the JSON that you asked for:\n\n${text}\n\nLet me know if you would like any changes.`,
  };
  return { reasoning: wrap === 'reasoning' ? thoughts : '', content: content[wrap ?? 'plain'] };
}

/** @param mostTokens - The answer is cut there, as with `max_tokens` or at the end of the context. */
export function playAnswer(
  text: string,
  { model }: ChatRequest,
  { wrap, usage }: ModelServerOptions,
  promptTokens: number,
  mostTokens: number,
): PlayedAnswer {
  const { reasoning, content } = wrapped(text, wrap);
  const all: PlayedAnswer['tokens'] = [
    ...tokensOf(reasoning).map((token) => ({ field: 'reasoning_content' as const, text: token })),
    ...tokensOf(content).map((token) => ({ field: 'content' as const, text: token })),
  ];
  const tokens = all.slice(0, Math.max(0, mostTokens));
  const counted = { prompt_tokens: promptTokens, completion_tokens: tokens.length, total_tokens: promptTokens + tokens.length };
  return { model, tokens, finish: tokens.length < all.length ? 'length' : 'stop', usage: usage === 'never' ? undefined : counted };
}

const textIn = ({ tokens }: PlayedAnswer, wanted: string): string =>
  tokens
    .filter(({ field }) => field === wanted)
    .map(({ text }) => text)
    .join('');

const headOf = (object: string, id: number, model: string): object => ({
  id: `chatcmpl-${id}`,
  object,
  created: 1_760_000_000 + id,
  model,
});

/** The answer in one piece. */
export function completionOf(answer: PlayedAnswer, id: number): object {
  const reasoning = textIn(answer, 'reasoning_content');
  const message = { role: 'assistant', content: textIn(answer, 'content'), ...(reasoning !== '' && { reasoning_content: reasoning }) };
  return {
    ...headOf('chat.completion', id, answer.model),
    choices: [{ index: 0, message, logprobs: null, finish_reason: answer.finish }],
    ...(answer.usage && { usage: answer.usage }),
  };
}

/** An event of a streamed answer. */
export interface StreamedEvent {
  /** As it is sent. */
  text: string;
  isToken: boolean;
}

/** The events of a streamed answer: the role, each token, the end, the counted tokens when they are wanted, `[DONE]`. */
export function* eventsOf(answer: PlayedAnswer, id: number, wantsUsage: boolean): Generator<StreamedEvent> {
  const head = headOf('chat.completion.chunk', id, answer.model);
  const event = (more: object, isToken = false): StreamedEvent => ({ text: `data: ${JSON.stringify({ ...head, ...more })}\n\n`, isToken });
  const choice = (delta: object, finish: string | null = null): object => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  yield event(choice({ role: 'assistant', content: null }));
  for (const { field, text } of answer.tokens) yield event(choice({ [field]: text }), true);
  yield event(choice({}, answer.finish));
  if (wantsUsage && answer.usage) yield event({ choices: [], usage: answer.usage });
  yield { text: 'data: [DONE]\n\n', isToken: false };
}
