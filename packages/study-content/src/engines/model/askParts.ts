import type { Source } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import type { Job } from './Job.ts';
import { estimateTokens, halvesOf, partsOf, quotasOf, type Part } from './material.ts';
import { TooLongError } from './ModelServerError.ts';

const callsAtOnce = 4;
/** Token estimates may be wrong by a tenth. */
const usableShare = 0.9;
const leastRoom = 200;

/**
 * How many tokens of material fit beside a prompt and the answer to it.
 *
 * @throws EngineError when hardly any fit.
 */
export function roomFor(contextTokens: number, prompt: string, answerTokens: number): number {
  const room = Math.floor((contextTokens - estimateTokens(prompt) - answerTokens) * usableShare);
  if (room < leastRoom)
    throw new EngineError('engine-unavailable', 'The context window set for the language model is too small for this task.');
  return room;
}

/** Asks about a part; about its halves where it is too long. */
async function askPart<Content>(part: Part, ask: (part: Part) => Promise<Content>): Promise<Content[]> {
  try {
    return [await ask(part)];
  } catch (error) {
    const halves = error instanceof TooLongError ? halvesOf(part) : undefined;
    if (!halves) throw error;
    return [...(await askPart(halves[0], ask)), ...(await askPart(halves[1], ask))];
  }
}

/** Asks about each part, several at a time. Answers stand in the order of the parts. The first failure ends all other calls of the job. */
export async function askEachPart<Content>(
  job: Job,
  parts: readonly Part[],
  ask: (part: Part, index: number) => Promise<Content>,
): Promise<Content[]> {
  const answers: Content[][] = parts.map(() => []);
  const waiting = [...parts.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, part] = next;
      answers[index] = await askPart(part, (one) => ask(one, index));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(callsAtOnce, parts.length) }, work));
  } catch (error) {
    job.giveUp();
    throw error;
  }
  return answers.flat();
}

/** What items are asked for. */
export interface ItemRequest {
  count: number;
  /** Tokens of one item in the answer. */
  tokens: number;
  promptOf: (count: number) => string;
  contextTokens: number;
}

/**
 * Asks for items of one kind, from each part of the material its share. A part whose call fails gives none, as long as another one gives
 * some: the gate tells the learner how many are missing.
 */
export async function askForItems<Item>(
  job: Job,
  source: Source,
  { count, tokens, promptOf, contextTokens }: ItemRequest,
  ask: (part: Part, quota: number) => Promise<Item[]>,
): Promise<Item[]> {
  const parts = partsOf(source, roomFor(contextTokens, promptOf(count), Math.min(count * tokens, contextTokens / 3)));
  const quotas = quotasOf(parts, count);
  const asked = parts.flatMap((part, index) => {
    const quota = quotas[index] ?? 0;
    return quota > 0 ? [{ part, quota }] : [];
  });
  const failures: EngineError[] = [];
  const lists = await askEachPart(
    job,
    asked.map(({ part }) => part),
    async (part, index) => {
      try {
        return await ask(part, asked[index]?.quota ?? count);
      } catch (error) {
        if (!(error instanceof EngineError) || error instanceof TooLongError) throw error;
        failures.push(error);
        return [];
      }
    },
  );
  const [failure] = failures;
  if (failure && failures.length >= asked.length) throw failure;
  return lists.flat();
}
