import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { EngineError } from './EngineError.ts';
import { messages, NotStreamedError } from './ModelServerError.ts';
import { elementsIn } from './readAnswer.ts';
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

/** When reading stops before the answer ends. */
export interface ReadingLimits {
  /** So many elements of the list are enough: reading stops at a further one. */
  enough?: number | undefined;
  mostCharacters: number;
}

/** Characters between two counts of the elements: a count reads the whole answer. */
const countEvery = 400;

/** Reads an answer that came in one piece. */
export function readCompletion(completion: ChatCompletion, answer: Answer): void {
  const choice = (completion.choices as typeof completion.choices | undefined)?.[0];
  answer.text = choice?.message.content ?? '';
  answer.refusal = choice?.message.refusal ?? '';
  answer.finish = choice?.finish_reason;
  answer.tokens = completion.usage;
}

/**
 * Reads a streamed answer into `answer` until it ends, is enough, or is longer than any sound answer.
 *
 * @param progressed - Called at each chunk.
 * @throws NotStreamedError when there is no chunk at all.
 */
export async function readStream(
  chunks: AsyncIterable<ChatCompletionChunk>,
  answer: Answer,
  { enough, mostCharacters }: ReadingLimits,
  progressed: () => void,
): Promise<void> {
  let count = 0;
  let counted = 0;
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
    if (answer.text.length > mostCharacters) answer.wasStopped = true;
    if (enough !== undefined && answer.text.length - counted > countEvery) {
      counted = answer.text.length;
      // One more than enough: a model that ends by itself also tells its tokens.
      if (elementsIn(answer.text) > enough) answer.wasStopped = true;
    }
    if (answer.wasStopped) return;
  }
  if (count === 0) throw new NotStreamedError();
}

/** @throws EngineError when the model declined to answer. */
export function throwIfDeclined(answer: Answer): void {
  if (answer.isDeclined) throw new EngineError('engine-refused', messages.declined);
}
