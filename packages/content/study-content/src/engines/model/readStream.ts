import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { EngineError } from './EngineError.ts';
import { messages, NotStreamedError } from './ModelServerError.ts';
import type { TokenCounts } from './usage.ts';

/** The model's answer so far. */
export class Answer {
  text = '';
  refusal = '';
  finish: string | undefined;
  /** Whether reading stopped before the end. */
  wasStopped = false;
  /** Token counts, if the server reports them. */
  tokens: TokenCounts | undefined;

  get isCut(): boolean {
    return this.finish === 'length' || this.wasStopped;
  }

  get isDeclined(): boolean {
    return this.refusal !== '' || this.finish === 'content_filter';
  }
}

/** Reads an answer that was not streamed. */
export function readCompletion(completion: ChatCompletion, answer: Answer): void {
  const choice = (completion.choices as typeof completion.choices | undefined)?.[0];
  answer.text = choice?.message.content ?? '';
  answer.refusal = choice?.message.refusal ?? '';
  answer.finish = choice?.finish_reason;
  answer.tokens = completion.usage;
}

/** Characters between checks, because each check parses the whole answer. */
const checkEvery = 400;

/**
 * Reads a streamed answer into `answer` until it ends.
 *
 * @param progressed - Called for each chunk.
 * @param checkElements - Called periodically. Reading stops when it returns true.
 * @throws NotStreamedError if there are no chunks
 */
export async function readStream(
  chunks: AsyncIterable<ChatCompletionChunk>,
  answer: Answer,
  progressed: () => void,
  checkElements: () => boolean,
): Promise<void> {
  let count = 0;
  let seen = 0;
  for await (const chunk of chunks) {
    count += 1;
    progressed();
    if (chunk.usage) answer.tokens = chunk.usage;
    // Some servers send null instead of an empty list in the last chunk.
    const choice = (chunk.choices as typeof chunk.choices | null)?.[0];
    if (!choice) continue;
    answer.text += choice.delta.content ?? '';
    answer.refusal += choice.delta.refusal ?? '';
    if (choice.finish_reason !== null) answer.finish = choice.finish_reason;
    if (answer.text.length - seen <= checkEvery) continue;
    seen = answer.text.length;
    answer.wasStopped = checkElements();
    if (answer.wasStopped) return;
  }
  if (count === 0) throw new NotStreamedError();
}

/** @throws EngineError if the model declined to answer */
export function throwIfDeclined(answer: Answer): void {
  if (answer.isDeclined) throw new EngineError('engine-refused', messages.declined);
}
