import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { EngineError } from './EngineError.ts';
import { messages, NotStreamedError } from './ModelServerError.ts';
import type { TokenCounts } from './usage.ts';

/** An answer of the model, as far as it came. */
export class Answer {
  text = '';
  refusal = '';
  finish: string | undefined;
  /** True where reading stopped before the answer ended. */
  wasStopped = false;
  /** The tokens that the server counted, if it did. */
  tokens: TokenCounts | undefined;

  get isCut(): boolean {
    return this.finish === 'length' || this.wasStopped;
  }

  get isDeclined(): boolean {
    return this.refusal !== '' || this.finish === 'content_filter';
  }
}

/** Reads an answer that came in one piece. */
export function readCompletion(completion: ChatCompletion, answer: Answer): void {
  const choice = (completion.choices as typeof completion.choices | undefined)?.[0];
  answer.text = choice?.message.content ?? '';
  answer.refusal = choice?.message.refusal ?? '';
  answer.finish = choice?.finish_reason;
  answer.tokens = completion.usage;
}

/** Characters between two looks at the answer: a look reads all of it. */
const lookEvery = 400;

/**
 * Reads a streamed answer into `answer` until it ends.
 *
 * @param progressed - Called at each chunk.
 * @param look - Called now and then. Reading stops where it tells that there is enough.
 * @throws NotStreamedError when there is no chunk at all.
 */
export async function readStream(
  chunks: AsyncIterable<ChatCompletionChunk>,
  answer: Answer,
  progressed: () => void,
  look: () => boolean,
): Promise<void> {
  let count = 0;
  let seen = 0;
  for await (const chunk of chunks) {
    count += 1;
    progressed();
    if (chunk.usage) answer.tokens = chunk.usage;
    // Some servers send null in place of an empty list with the last chunk.
    const choice = (chunk.choices as typeof chunk.choices | null)?.[0];
    if (!choice) continue;
    answer.text += choice.delta.content ?? '';
    answer.refusal += choice.delta.refusal ?? '';
    if (choice.finish_reason !== null) answer.finish = choice.finish_reason;
    if (answer.text.length - seen <= lookEvery) continue;
    seen = answer.text.length;
    answer.wasStopped = look();
    if (answer.wasStopped) return;
  }
  if (count === 0) throw new NotStreamedError();
}

/** @throws EngineError when the model declined to answer. */
export function throwIfDeclined(answer: Answer): void {
  if (answer.isDeclined) throw new EngineError('engine-refused', messages.declined);
}
