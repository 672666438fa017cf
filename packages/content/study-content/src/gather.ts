import { Counter } from './text/collections.ts';
import type { Citation, ModelUsage, Shortfall, Source } from '@lectern/contracts';
import type { Drafts, Refused, StudyContentEngine } from './StudyContentEngine.ts';
import { type CheckId, reasons } from './gate/Check.ts';
import { shares } from './gate/repeats.ts';
import { memoiseBySource } from './text/memoise.ts';
import { placeKey, pointerKey } from './text/pointers.ts';

/** For each check, the places of the refused items or statements, such as "slide 3". */
export type Refusals = Partial<Record<CheckId, string[]>>;

/** Reported by every generation in addition to its content. */
export interface Generated {
  refusals: Refusals;
  limitation?: string;
  shortfall?: Shortfall;
  /** Model usage, summed over all calls. */
  usage?: ModelUsage;
}

/** Progress, and the result if the generation ended now. */
export interface Progress<Result> {
  made: number;
  asked: number;
  result: () => Result;
}

export interface GateOptions<Result = unknown> {
  /** The engine that renders sections that the main engine did not write. */
  embedded?: StudyContentEngine;
  /** Minimum number of items; throws below it. Defaults to 3, or to 1 for more cards of a deck. */
  least?: number;
  onProgress?: (progress: Progress<Result>) => void;
}

/** Refusals and model usage of a failed generation. */
export interface Spent {
  refusals: Refusals;
  usage?: ModelUsage | undefined;
}

/** Thrown if the material supports fewer than three items or has no readable text. */
export class TooLittleMaterialError extends Error {
  readonly code = 'too-little-material';
  /** The cost, for the metrics. */
  readonly spent: Spent;

  constructor(message: string, spent: Spent = { refusals: {} }) {
    super(message);
    this.name = 'TooLittleMaterialError';
    this.spent = spent;
  }
}

/** Records the place under each failed check. */
export function note(refusals: Refusals, failed: readonly CheckId[], place: string): void {
  for (const id of new Set(failed)) (refusals[id] ??= []).push(place);
}

/** Adds up model usage; empty if there was none. */
export function sumOf(usages: readonly (ModelUsage | undefined)[]): { usage?: ModelUsage } {
  const counted = usages.filter((usage) => usage !== undefined);
  const [first] = counted;
  if (!first) return {};
  const sum = (of: (usage: ModelUsage) => number): number => counted.reduce((all, usage) => all + of(usage), 0);
  const isPriced = counted.every(({ costUsd }) => costUsd !== undefined);
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

/** Whether an error is an engine failure. Any other error is a bug. */
export const isEngineFailure = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('engine-');

/** The usage attached to an engine error, if any. */
export const usageOf = (error: unknown): { usage?: ModelUsage } =>
  error instanceof Error && 'usage' in error && error.usage !== undefined ? { usage: error.usage as ModelUsage } : {};

/** Judges items of one kind: on their own, against those already taken, and by how many may share a flaw. */
export interface Judge<Draft> {
  check(draft: Draft): CheckId[];
  /** Acceptable variants of an item, best first. Defaults to the item itself. */
  variantsOf?(draft: Draft): Draft[];
  /** Returns the failed check if the item repeats one already taken or known to the learner. */
  repeats(draft: Draft, taken: readonly Draft[]): CheckId | undefined;
  weaknesses(draft: Draft): CheckId[];
}

const passageIndexes = memoiseBySource(
  ({ passages }) => new Map(passages.map(({ pointer }, index) => [pointerKey(pointer), index] as const).reverse()),
);

/** Removes `surplus` items, spread evenly over those that may be cut. */
function withoutSurplus<Item>(items: readonly Item[], surplus: number, mayBeCut: (item: Item) => boolean): Item[] {
  const candidates = items.filter(mayBeCut);
  const cut = new Set(Array.from({ length: surplus }, (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / surplus)]));
  return items.filter((item) => !cut.has(item));
}

/** Sorts items by their place in the source and cuts any surplus evenly. Keeps at least `wanted.least` wanted items if possible. */
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

export interface Request<Draft> {
  source: Source;
  asked: number;
  /** See `StudyContentEngine.itemOrder`. */
  itemOrder: 'lecture' | undefined;
  /** Preferred items, and how many of them to keep when a surplus is cut. */
  wanted?: { isWanted: (draft: Draft) => boolean; least: number } | undefined;
}

/** Collects items that pass, up to a limit, and keeps refused ones with their reasons. */
export class Selection<Draft extends { source: Citation }> {
  readonly refusals: Refusals = {};
  private readonly passed: Draft[] = [];
  private refused: Refused<Draft>[] = [];
  private readonly weak = new Counter<CheckId>();
  private readonly request: Request<Draft>;
  private readonly judge: Judge<Draft>;

  constructor(request: Request<Draft>, judge: Judge<Draft>) {
    this.request = request;
    this.judge = judge;
  }

  /** The selected items, at most as many as requested. */
  get taken(): Draft[] {
    const { asked, itemOrder } = this.request;
    return itemOrder === 'lecture' ? inLectureOrder(this.passed, this.request) : this.passed.slice(0, asked);
  }

  get missing(): number {
    return Math.max(0, this.request.asked - this.passed.length);
  }

  /** Whether any items were refused since the last `takeRefused`. */
  get hasRefused(): boolean {
    return this.refused.length > 0;
  }

  /** Judges the engine's own items. In lecture order all are judged, otherwise only until there are enough. */
  offerAll(drafts: readonly Draft[]): void {
    if (this.request.itemOrder === 'lecture') for (const draft of drafts) this.judgeOne(draft);
    else this.offer(drafts);
  }

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
    failed.push(...weaknesses.filter((id) => this.weak.of(id) + 1 > Math.floor(asked * (shares[id] ?? 1))));
    if (failed.length === 0) {
      this.passed.push(draft);
      for (const id of weaknesses) this.weak.add(id);
    } else {
      note(this.refusals, failed, placeKey(draft.source.pointer));
      this.refused.push({ draft, reasons: [...new Set(failed)].map((id) => reasons[id]) });
    }
  }

  /** The items to repair: those refused since the last call, at most two more than are missing. */
  takeRefused(): Refused<Draft>[] {
    const list = this.refused.slice(0, this.missing + 2);
    this.refused = [];
    return this.missing > 0 ? list : [];
  }
}

export interface Steps<Draft> {
  /** Passes items to `accept` as they arrive; the result has the remaining ones. */
  make: (accept: (draft: Draft) => void) => Promise<Drafts<Draft>>;
  repair: ((refused: Refused<Draft>[]) => Promise<Drafts<Draft>>) | undefined;
  /** Called when the selection may have grown. */
  changed: () => void;
}

/** Why items are missing: no more material, a failed engine, a failed repair, or repaired items that were refused again. */
type Lack = 'material' | 'failed' | 'failed-repair' | 'refused';

/** The outcome of a generation, apart from its items. */
interface Gathered extends Omit<Generated, 'shortfall'> {
  lack: Lack;
  /** The error of the engine or its repair. */
  failure?: Error;
}

/**
 * Fills a selection, and repairs refused items once. Items from before a failure are kept; the failure is thrown only if there are none.
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

/** Explains how many items are missing and why; `undefined` if none are. */
export function shortfallOf(asked: number, made: number, lack: Lack, one: string, many: string): Shortfall | undefined {
  if (made >= asked) return undefined;
  const items = made === 1 ? one : many;
  const reason = {
    material: `${made} good ${items} ${made === 1 ? 'was' : 'were'} found.`,
    failed: `Only ${made} ${items} ${made === 1 ? 'was' : 'were'} ready before the language model stopped answering. Please try again later.`,
    'failed-repair': `Only ${made} ${items} passed the checks, and the language model did not answer when it was asked to correct the others. Please try again later.`,
    refused: `Only ${made} ${items} passed the checks, even after the language model was asked to correct the others.`,
  }[lack];
  return { asked, made, reason };
}
