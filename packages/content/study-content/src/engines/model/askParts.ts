import type { Source } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import type { Job } from './Job.ts';
import { emptyPart, estimateTokens, halvesOf, partsOf, quotasOf, type Part } from './material.ts';
import { TooLongError } from './ModelServerError.ts';
import type { AskModel } from './modelClient.ts';

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
    throw new EngineError('engine-misconfigured', 'The context window of the language model is too small for this task.');
  return room;
}

/**
 * Asks about a part; about its halves where it is too long for the room that there is now. A server that turns out to have a smaller context is so asked
 * again with what it can read.
 */
export async function askPart<Content>(part: Part, room: () => number, ask: (part: Part) => Promise<Content>): Promise<Content[]> {
  const halves = halvesOf(part);
  const askHalves = async ([first, second]: [Part, Part]): Promise<Content[]> => [
    ...(await askPart(first, room, ask)),
    ...(await askPart(second, room, ask)),
  ];
  if (halves && part.tokens > room()) return askHalves(halves);
  try {
    return [await ask(part)];
  } catch (error) {
    if (!halves || !(error instanceof TooLongError)) throw error;
    return askHalves(halves);
  }
}

/** Does some work a few at once. The first failure ends all other calls of the job. */
export async function forEachAtOnce<Item>(
  { maxCalls }: Pick<AskModel, 'maxCalls'>,
  job: Pick<Job, 'giveUp'>,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(maxCalls, items.length) }, lane));
  } catch (error) {
    job.giveUp();
    throw error;
  }
}

/** The numbers from 0 up to `count` so that every beginning of them is spread over all: 0, 4, 2, 6, 1, … */
function spreadOrder(count: number): number[] {
  let size = 1;
  while (size < count) size *= 2;
  const order = [0];
  for (let step = size / 2; step >= 1; step /= 2) order.push(...order.map((at) => at + step));
  return order.filter((at) => at < count);
}

/** What items are asked for. */
export interface ItemRequest<Item> {
  count: number;
  /** Tokens of one item in the answer. */
  tokens: number;
  promptOf: (count: number, given: readonly Item[]) => string;
}

/** The share of the context that an answer may take, and the fewest items of a call. */
const answerShare = 1 / 3;
const fewestOfCall = 3;

/** How many items fit into the answer of one call, at `tokens` each. */
export const mostOfCall = ({ contextTokens }: Pick<AskModel, 'contextTokens'>, tokens: number): number =>
  Math.max(fewestOfCall, Math.floor((contextTokens * answerShare) / tokens));

/**
 * Asks for items of one kind, from each part of the material its share, spread first: the first answers are about all of the material. A call gives as
 * many as fit its answer. A part whose call fails gives none, as long as another one gives some.
 */
export async function askForItems<Item>(
  ask: AskModel,
  job: Job,
  source: Source,
  { count, tokens, promptOf }: ItemRequest<Item>,
  askOnce: (part: Part, quota: number, given: readonly Item[]) => Promise<Item[]>,
): Promise<Item[]> {
  const room = (): number => {
    const quota = Math.min(count, mostOfCall(ask, tokens));
    return roomFor(ask.contextTokens, promptOf(quota, []), quota * tokens);
  };
  const parts = partsOf(source, room());
  const quotas = quotasOf(parts, count);
  // Each part in turn gives what fits one call: so the first items are about all of the material.
  const asked = spreadOrder(parts.length)
    .map((index) => ({ part: parts[index] ?? emptyPart, left: quotas[index] ?? 0, given: [] as Item[] }))
    .flatMap(({ part, left, given }) => batchesOf(left, mostOfCall(ask, tokens)).map((quota, round) => ({ part, quota, given, round })))
    .toSorted((one, other) => one.round - other.round);
  const failures: EngineError[] = [];
  await forEachAtOnce(ask, job, asked, async ({ part, quota, given }) => {
    const shareOf = (piece: Part): number => Math.ceil((quota * piece.tokens) / Math.max(1, part.tokens));
    try {
      for (const items of await askPart(part, room, (piece) => askOnce(piece, shareOf(piece), given))) given.push(...items);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      failures.push(error);
    }
  });
  const all = [...new Set(asked.map(({ given }) => given))].flat();
  const [failure] = failures;
  if (failure && all.length === 0) throw failure;
  return all;
}

/** A number in portions of at most `most`. */
const batchesOf = (count: number, most: number): number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => Math.min(most, count - index * most));
