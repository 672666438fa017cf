import type { Citation, ModelUsage, Shortfall, Source } from '@lectern/contracts';
import type { Refused } from './StudyContentEngine.ts';
import { reasons, type CheckId } from './gate/CheckId.ts';
import { shares } from './gate/repeats.ts';
import { onceFor } from './text/onceFor.ts';
import { placeKey, pointerKey } from './text/pointers.ts';

/** Where what each check refused stands in the material, such as "slide 3": once for each item or statement. */
export type Refusals = Partial<Record<CheckId, string[]>>;

/** What every generation tells beside its content. */
export interface Generated {
  refusals: Refusals;
  limitation?: string;
  shortfall?: Shortfall;
  /** The use of a language model, over all calls. */
  usage?: ModelUsage;
}

/** Notes an item for each check that it fails. */
export function note(refusals: Refusals, failed: readonly CheckId[], place: string): void {
  for (const id of new Set(failed)) (refusals[id] ??= []).push(place);
}

/** The sum of several uses of a model; empty where there was none. */
export function sumOf(usages: readonly (ModelUsage | undefined)[]): { usage?: ModelUsage } {
  const told = usages.filter((usage) => usage !== undefined);
  const [first] = told;
  if (!first) return {};
  const sum = (of: (usage: ModelUsage) => number): number => told.reduce((all, usage) => all + of(usage), 0);
  const isPriced = told.every(({ costUsd }) => costUsd !== undefined);
  return {
    usage: {
      model: first.model,
      calls: sum(({ calls }) => calls),
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      ...(isPriced && { costUsd: sum(({ costUsd }) => costUsd ?? 0) }),
    },
  };
}

/** Whether an error is a failure of the engine. Any other error is a bug. */
export const isEngineFailure = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('engine-');

/** What the calls of a failed engine cost, if it tells. */
export const usageOf = (error: unknown): { usage?: ModelUsage } =>
  error instanceof Error && 'usage' in error && error.usage !== undefined ? { usage: error.usage as ModelUsage } : {};

/** How items of one kind are judged: alone, beside those already taken, and by how many may have a flaw. */
export interface Judge<Draft> {
  check(draft: Draft): CheckId[];
  /** The forms in which an item may be taken, best first; itself alone when left out. */
  variantsOf?(draft: Draft): Draft[];
  /** The check that fails where an item repeats one that was taken or that the learner has. */
  repeats(draft: Draft, taken: readonly Draft[]): CheckId | undefined;
  weaknesses(draft: Draft): CheckId[];
}

/** The index of each passage, by its pointer. */
const passageIndexes = onceFor(
  ({ passages }) => new Map(passages.map(({ pointer }, index) => [pointerKey(pointer), index] as const).reverse()),
);

/** A list without so many of its items, cut evenly from those that may be cut. */
function withoutSurplus<Item>(items: readonly Item[], surplus: number, mayBeCut: (item: Item) => boolean): Item[] {
  const candidates = items.filter(mayBeCut);
  const cut = new Set(Array.from({ length: surplus }, (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / surplus)]));
  return items.filter((item) => !cut.has(item));
}

/** Items in the order of the material. A surplus is cut evenly over the material; of the wanted items at least `least` stay. */
function inLectureOrder<Draft extends { source: Citation }>(items: readonly Draft[], { source, asked, wanted }: Request<Draft>): Draft[] {
  const indexes = passageIndexes(source);
  const placeOf = ({ source: { pointer } }: Draft): number => indexes.get(pointerKey(pointer)) ?? indexes.size;
  const sorted = items.toSorted((left, right) => placeOf(left) - placeOf(right));
  const surplus = sorted.length - asked;
  if (surplus <= 0) return sorted;
  const kept = withoutSurplus(sorted, surplus, () => true);
  if (!wanted || kept.filter(wanted.isWanted).length >= wanted.least) return kept;
  const isCuttable = (item: Draft): boolean => !wanted.isWanted(item);
  return sorted.filter(isCuttable).length >= surplus ? withoutSurplus(sorted, surplus, isCuttable) : kept;
}

/** What a selection is made for. */
export interface Request<Draft> {
  source: Source;
  asked: number;
  /** See `StudyContentEngine.itemOrder`. */
  itemOrder: 'lecture' | undefined;
  /** Items of which at least so many are to stay when a surplus is cut. */
  wanted?: { isWanted: (draft: Draft) => boolean; least: number } | undefined;
}

/** Takes items that pass, up to a number, and keeps the refused ones with their reasons. */
export class Selection<Draft extends { source: Citation }> {
  readonly refusals: Refusals = {};
  private readonly passed: Draft[] = [];
  private refused: Refused<Draft>[] = [];
  private readonly weak = new Map<CheckId, number>();
  private readonly request: Request<Draft>;
  private readonly judge: Judge<Draft>;

  constructor(request: Request<Draft>, judge: Judge<Draft>) {
    this.request = request;
    this.judge = judge;
  }

  /** The items that are kept: as many as were asked for at most. */
  get taken(): Draft[] {
    const { asked, itemOrder } = this.request;
    return itemOrder === 'lecture' ? inLectureOrder(this.passed, this.request) : this.passed.slice(0, asked);
  }

  get missing(): number {
    return Math.max(0, this.request.asked - this.passed.length);
  }

  /** Whether items were refused since the last call of `takeRefused`. */
  get hasRefused(): boolean {
    return this.refused.length > 0;
  }

  /** Judges an engine's own items: all where they are in the order of the lecture, else until there are enough. */
  offerAll(drafts: readonly Draft[]): void {
    if (this.request.itemOrder === 'lecture') for (const draft of drafts) this.judgeOne(draft);
    else this.offer(drafts);
  }

  /** Judges items until there are enough. */
  offer(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (this.missing === 0) return;
      this.judgeOne(draft);
    }
  }

  private judgeOne(given: Draft): void {
    const { asked } = this.request;
    const variants = this.judge.variantsOf?.(given) ?? [given];
    const checked = variants.map((variant) => ({ draft: variant, failed: this.judge.check(variant) }));
    const { draft, failed } = checked.find((one) => one.failed.length === 0) ?? checked[0] ?? { draft: given, failed: [] };
    const repeated = this.judge.repeats(draft, this.passed);
    if (repeated) failed.push(repeated);
    const weaknesses = this.judge.weaknesses(draft);
    failed.push(...weaknesses.filter((id) => (this.weak.get(id) ?? 0) + 1 > Math.floor(asked * (shares[id] ?? 1))));
    if (failed.length === 0) {
      this.passed.push(draft);
      for (const id of weaknesses) this.weak.set(id, (this.weak.get(id) ?? 0) + 1);
    } else {
      note(this.refusals, failed, placeKey(draft.source.pointer));
      this.refused.push({ draft, reasons: [...new Set(failed)].map((id) => reasons[id]) });
    }
  }

  /** The items to repair: what was refused since the last call, at most two more than are missing. */
  takeRefused(): Refused<Draft>[] {
    const list = this.refused.slice(0, this.missing + 2);
    this.refused = [];
    return this.missing > 0 ? list : [];
  }
}

/** Items of an engine, and what it tells with them. */
interface Made<Draft> {
  drafts: Draft[];
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** How a selection is filled. */
export interface Steps<Draft> {
  /** Hands out what it can one by one; the answer has the rest. */
  make: (accept: (draft: Draft) => void) => Promise<Made<Draft>>;
  repair: ((refused: Refused<Draft>[]) => Promise<Made<Draft>>) | undefined;
  /** Called when there may be another item. */
  changed: () => void;
}

/** Why items are missing: the material has no more, the engine failed halfway, its repair failed, or what it repaired was refused again. */
export type Lack = 'material' | 'failed' | 'failed-repair' | 'refused';

/** What a generation comes to, beside its items. */
export interface Gathered extends Omit<Generated, 'shortfall'> {
  lack: Lack;
  /** Why the engine or its repair failed. */
  failure?: Error;
}

/**
 * Fills a selection: with the engine's own items, then with those that it repairs once. A failure is thrown only where there is no item before it:
 * what is there is kept.
 */
export async function gather<Draft extends { source: Citation }>(selection: Selection<Draft>, steps: Steps<Draft>): Promise<Gathered> {
  const usages: (ModelUsage | undefined)[] = [];
  let lack: Lack = 'material';
  let failure: Error | undefined;
  let limitation: string | undefined;
  const attempt = async (kind: Lack, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      usages.push(usageOf(error).usage);
      if (!isEngineFailure(error) || selection.taken.length === 0) throw error;
      failure = error;
      lack = kind;
    }
    steps.changed();
  };
  await attempt('failed', async () => {
    const first = await steps.make((draft) => {
      selection.offerAll([draft]);
      steps.changed();
    });
    usages.push(first.usage);
    selection.offerAll(first.drafts);
    ({ limitation } = first);
  });
  const { repair } = steps;
  const refused = failure ? [] : selection.takeRefused();
  if (repair && refused.length > 0)
    await attempt('failed-repair', async () => {
      const repaired = await repair(refused);
      usages.push(repaired.usage);
      selection.offer(repaired.drafts);
      lack = selection.hasRefused || repaired.drafts.length < refused.length ? 'refused' : 'material';
    });
  return {
    refusals: selection.refusals,
    lack,
    ...(failure && { failure }),
    ...(limitation !== undefined && limitation !== '' && { limitation }),
    ...sumOf(usages),
  };
}

/** What is missing, in a sentence that tells the true reason; `undefined` where nothing is. */
export function shortfallOf(asked: number, made: number, lack: Lack, one: string, many: string): Shortfall | undefined {
  if (made >= asked) return undefined;
  const items = made === 1 ? one : many;
  const reason = {
    material: `${made} good ${items} ${made === 1 ? 'was' : 'were'} found.`,
    failed: `Only ${made} ${items} ${made === 1 ? 'was' : 'were'} ready before the language model stopped answering. Please try again later.`,
    'failed-repair': `Only ${made} ${items} passed the checks, and the language model did not answer when it was asked to mend the others. Please try again later.`,
    refused: `Only ${made} ${items} passed the checks, also after the language model was asked to mend the others.`,
  }[lack];
  return { asked, made, reason };
}
