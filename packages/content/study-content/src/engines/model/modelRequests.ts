import { generationDeadlines, type Source } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import { emptyPart, estimateTokens, halvesOf, type Part, partsOf, quotasOf } from './material.ts';
import { TooLongError } from './ModelServerError.ts';
import type { ModelClient, Question } from './modelClient.ts';
import type { EngineOptions } from '../../StudyContentEngine.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';
import { usageMeter } from './usage.ts';
import { forEachConcurrently } from '../../text/collections.ts';

/** Shared by all calls for one guide, quiz or deck. */
export interface Job extends Pick<Question<unknown>, 'deadline' | 'meter'> {
  signal: AbortSignal;
  /** Aborts all running calls. */
  abort(): void;
}

/** Starts the clock for one guide, quiz or deck, or for its repair. */
export function createJob(settings: OpenaiSettings, { now }: Dependencies, { signal, onUsage }: EngineOptions): Job {
  const own = new AbortController();
  return {
    deadline: now() + generationDeadlines.whole,
    meter: usageMeter(settings, onUsage),
    signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
    abort: () => {
      own.abort();
    },
  };
}

/** Token estimates may be off by 10 %. */
const usableShare = 0.9;
const minBudget = 200;

/**
 * The number of tokens of material that fit into the context with a prompt and its answer.
 *
 * @throws EngineError if the context is too small
 */
export function tokenBudgetFor(contextTokens: number, prompt: string, answerTokens: number): number {
  const budget = Math.floor((contextTokens - estimateTokens(prompt) - answerTokens) * usableShare);
  if (budget < minBudget)
    throw new EngineError('engine-misconfigured', 'The context window of the language model is too small for this task.');
  return budget;
}

/** Calls the model with a part, or with each half if the part exceeds the budget or the model's actual context. */
export async function callWithPart<Content>(
  part: Part,
  budget: () => number,
  callModel: (part: Part) => Promise<Content>,
): Promise<Content[]> {
  const halves = halvesOf(part);
  const callWithHalves = async ([first, second]: [Part, Part]): Promise<Content[]> => [
    ...(await callWithPart(first, budget, callModel)),
    ...(await callWithPart(second, budget, callModel)),
  ];
  if (halves && part.tokens > budget()) return callWithHalves(halves);
  try {
    return [await callModel(part)];
  } catch (error) {
    if (!halves || !(error instanceof TooLongError)) throw error;
    return callWithHalves(halves);
  }
}

/** Calls the model for each item. The first failure aborts all other calls of the job. */
export async function callForEach<Item>(
  { maxCalls }: Pick<ModelClient, 'maxCalls'>,
  job: Pick<Job, 'abort'>,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  try {
    await forEachConcurrently(items, maxCalls, work);
  } catch (error) {
    job.abort();
    throw error;
  }
}

/** The numbers below `count` in an order that spreads every prefix over the whole range: 0, 4, 2, 6, 1, … */
function spreadOrder(count: number): number[] {
  let size = 1;
  while (size < count) size *= 2;
  const order = [0];
  for (let step = size / 2; step >= 1; step /= 2) order.push(...order.map((at) => at + step));
  return order.filter((at) => at < count);
}

export interface ItemRequest<Item> {
  count: number;
  tokens: number;
  promptOf: (count: number, given: readonly Item[]) => string;
}

/** Maximum share of the context for the answer, and minimum number of items per call. */
const answerShare = 1 / 3;
const minItemsPerCall = 3;

/** The number of items that fit into the answer of one call, at `tokens` tokens per item. */
export const maxItemsPerCall = ({ contextTokens }: Pick<ModelClient, 'contextTokens'>, tokens: number): number =>
  Math.max(minItemsPerCall, Math.floor((contextTokens * answerShare) / tokens));

/**
 * Requests items from each part of the material in proportion to its size. The parts are in spread order, so that the first answers cover
 * all of the material. Large shares are split into batches. Failed calls are ignored if any part yields items.
 */
export async function requestItems<Item>(
  callModel: ModelClient,
  job: Job,
  source: Source,
  { count, tokens, promptOf }: ItemRequest<Item>,
  callOnce: (part: Part, quota: number, given: readonly Item[]) => Promise<Item[]>,
): Promise<Item[]> {
  const budget = (): number => {
    const quota = Math.min(count, maxItemsPerCall(callModel, tokens));
    return tokenBudgetFor(callModel.contextTokens, promptOf(quota, []), quota * tokens);
  };
  const parts = partsOf(source, budget());
  const quotas = quotasOf(parts, count);
  // Round robin over the parts, one batch each.
  const asked = spreadOrder(parts.length)
    .map((index) => ({ part: parts[index] ?? emptyPart, left: quotas[index] ?? 0, given: [] as Item[] }))
    .flatMap(({ part, left, given }) =>
      batchesOf(left, maxItemsPerCall(callModel, tokens)).map((quota, round) => ({ part, quota, given, round })),
    )
    .toSorted((one, other) => one.round - other.round);
  const failures: EngineError[] = [];
  await callForEach(callModel, job, asked, async ({ part, quota, given }) => {
    const shareOf = (piece: Part): number => Math.ceil((quota * piece.tokens) / Math.max(1, part.tokens));
    try {
      for (const items of await callWithPart(part, budget, (piece) => callOnce(piece, shareOf(piece), given))) given.push(...items);
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

/** Splits a number into batches of at most `most`. */
const batchesOf = (count: number, most: number): number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => Math.min(most, count - index * most));
