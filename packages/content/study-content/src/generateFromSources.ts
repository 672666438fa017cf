import type { Source } from '@lectern/contracts';
import type { CardOptions, DraftCard, DraftQuestion, QuizOptions, StudyContentEngine } from './StudyContentEngine.ts';
import {
  type GateOptions,
  type Generated,
  isEngineFailure,
  note,
  type Refusals,
  sumOf,
  TooLittleMaterialError,
  usageOf,
} from './gather.ts';
import { isSameCard, isSameQuestion } from './gate/repeats.ts';
import { generateCards, generateQuiz } from './formulas.ts';
import { type GeneratedCards, type GeneratedQuiz, minItems } from './generateItems.ts';
import type { CheckId } from './gate/Check.ts';
import { forEachConcurrently } from './text/collections.ts';

/** An item of one of several sources, by its index. With a single source there is no index. */
export type FromSources<Draft> = Draft & { sourceIndex?: number };

export interface GeneratedFromSources<Draft> extends Generated {
  items: FromSources<Draft>[];
}

type FromSource<Draft> = Draft & { sourceIndex: number };

/** Sources that are processed in parallel. */
const concurrency = 4;

/** Rounds in which sources with more to offer are tried again. */
const furtherRounds = 3;

/** Generates `count` items of a source that repeat none of `made`, and reports progress. */
type Make<Draft> = (
  source: Source,
  count: number,
  made: readonly Draft[],
  onProgress: (result: () => GeneratedFromSources<Draft>) => void,
) => Promise<GeneratedFromSources<Draft>>;

/** Splits a number of items among sources as evenly as possible. Earlier sources get the remainder. */
const sharesOf = (asked: number, among: number): number[] =>
  Array.from({ length: among }, (_, index) => Math.floor(asked / among) + (index < asked % among ? 1 : 0));

/** State of a quiz or deck that is generated from several sources. */
class SeveralTask<Draft> {
  readonly items: FromSource<Draft>[] = [];
  readonly refusals: Refusals = {};
  readonly limitations = new Set<string>();
  readonly usages: Generated['usage'][] = [];
  failure: Error | undefined;
  /** Partial results of the sources in progress. */
  private readonly open = new Map<number, () => GeneratedFromSources<Draft>>();
  private readonly sources: readonly Source[];
  private readonly make: Make<Draft>;
  private readonly isSame: (one: Draft, other: Draft) => boolean;
  private readonly onProgress: (() => void) | undefined;

  constructor(
    sources: readonly Source[],
    make: Make<Draft>,
    isSame: (one: Draft, other: Draft) => boolean,
    asked: number,
    { onProgress }: GateOptions<GeneratedFromSources<Draft>>,
  ) {
    this.sources = sources;
    this.make = make;
    this.isSame = isSame;
    this.onProgress =
      onProgress &&
      (() => {
        onProgress({ made: this.itemsSoFar().length, asked, result: () => ({ items: this.itemsSoFar(), refusals: this.refusals }) });
      });
  }

  /** The items so far without duplicates, in source order. */
  itemsSoFar(): FromSource<Draft>[] {
    const items = [...this.items];
    for (const [sourceIndex, result] of this.open)
      for (const item of result().items) if (!items.some((other) => this.isSame(other, item))) items.push({ ...item, sourceIndex });
    return items.toSorted((left, right) => left.sourceIndex - right.sourceIndex);
  }

  /** Generates each source's share. @returns the sources that met their share and so may have more */
  async round(indexes: readonly number[], asked: number): Promise<number[]> {
    const shares = sharesOf(asked, indexes.length);
    const productive: number[] = [];
    await forEachConcurrently(indexes, concurrency, async (sourceIndex, position) => {
      const share = shares[position] ?? 0;
      if (share === 0 || (await this.add(sourceIndex, share))) productive.push(sourceIndex);
    });
    // Sources with the fewest items come first: some of theirs duplicated another's. A source without any comes last: it may have no more.
    return productive.toSorted((one, other) => this.rankOf(one) - this.rankOf(other) || one - other);
  }

  private rankOf(source: number): number {
    return this.items.filter(({ sourceIndex }) => sourceIndex === source).length || Number.MAX_SAFE_INTEGER;
  }

  /** @returns whether the source met its share */
  private async add(sourceIndex: number, share: number): Promise<boolean> {
    const source = this.sources[sourceIndex];
    if (!source) return false;
    try {
      const own = this.items.filter((item) => item.sourceIndex === sourceIndex);
      const { items, refusals, limitation, usage } = await this.make(source, share, own, (result) => {
        this.open.set(sourceIndex, result);
        this.onProgress?.();
      });
      this.open.delete(sourceIndex);
      this.spend(refusals, usage);
      if (limitation !== undefined) this.limitations.add(limitation);
      // Two guides may teach the same fact; one item is enough.
      for (const item of items) if (!this.items.some((other) => this.isSame(other, item))) this.items.push({ ...item, sourceIndex });
      return items.length >= share;
    } catch (error) {
      this.open.delete(sourceIndex);
      if (error instanceof TooLittleMaterialError) this.spend(error.spent.refusals, error.spent.usage);
      else if (isEngineFailure(error)) this.spend({}, usageOf(error).usage);
      else throw error;
      if (isEngineFailure(error)) this.failure ??= error;
      return false;
    }
  }

  private spend(refusals: Refusals, usage: Generated['usage']): void {
    for (const [id, places] of Object.entries(refusals)) for (const place of places) note(this.refusals, [id as CheckId], place);
    this.usages.push(usage);
  }
}

/**
 * Generates items from several sources as evenly as possible. Sources with more to offer make up for the others.
 * @throws TooLittleMaterialError if fewer than three items result; the engine's error if it failed and fewer than three result
 */
async function generate<Draft>(
  sources: readonly Source[],
  asked: number,
  task: SeveralTask<Draft>,
  { what, many }: { what: string; many: string },
): Promise<GeneratedFromSources<Draft>> {
  let open = await task.round(
    sources.map((_, index) => index),
    asked,
  );
  for (let round = 0; round < furtherRounds && open.length > 0 && task.items.length < asked; round += 1)
    open = await task.round(open, asked - task.items.length);
  const items = task.itemsSoFar();
  const report = { refusals: task.refusals, ...sumOf(task.usages) };
  if (items.length < minItems)
    throw (
      task.failure ??
      new TooLittleMaterialError(`These guides hold too few clear facts for ${what}. Choose others, or add to them.`, report)
    );
  const limitation = [...task.limitations].join(' ');
  const made = `${items.length} ${many}`;
  const reason = task.failure
    ? `Only ${made} were made: the language model did not answer for all of these guides. Please try again later.`
    : `These guides support only ${made}.`;
  return {
    items,
    ...report,
    ...(limitation !== '' && { limitation }),
    ...(items.length < asked && { shortfall: { asked, made: items.length, reason } }),
  };
}

const questionsOf = ({ questions, ...report }: GeneratedQuiz): GeneratedFromSources<DraftQuestion> => ({ items: questions, ...report });
const cardsOf = ({ cards, ...report }: GeneratedCards): GeneratedFromSources<DraftCard> => ({ items: cards, ...report });

/** The gate's options for one source. Its results are converted by `asMade` before they are reported. */
const forOne = <Result extends Generated, Draft>(
  { onProgress }: GateOptions<GeneratedFromSources<Draft>>,
  asMade: (result: Result) => GeneratedFromSources<Draft>,
): GateOptions<Result> =>
  onProgress ? { onProgress: ({ result, ...progress }) => onProgress({ ...progress, result: () => asMade(result()) }) } : {};

/** Generates a quiz from one or several sources. @throws TooLittleMaterialError; the engine's error if it failed */
export const generateQuizFromSources = async (
  engine: StudyContentEngine,
  sources: readonly Source[],
  options: QuizOptions,
  gate: GateOptions<GeneratedFromSources<DraftQuestion>> = {},
): Promise<GeneratedFromSources<DraftQuestion>> => {
  const [only, ...others] = sources;
  if (only && others.length === 0) return questionsOf(await generateQuiz(engine, only, options, forOne(gate, questionsOf)));
  const make: Make<DraftQuestion> = async (source, count, made, onProgress) => {
    const avoidStems = [...(options.avoidStems ?? []), ...made.map(({ question }) => question)];
    const own = { ...options, count, ...(avoidStems.length > 0 && { avoidStems }) };
    return questionsOf(
      await generateQuiz(engine, source, own, { least: 1, onProgress: ({ result }) => onProgress(() => questionsOf(result())) }),
    );
  };
  const words = { what: 'a quiz', many: 'questions' };
  return generate(sources, options.count, new SeveralTask(sources, make, isSameQuestion, options.count, gate), words);
};

/** Generates cards from one or several sources. @throws TooLittleMaterialError; the engine's error if it failed */
export const generateCardsFromSources = async (
  engine: StudyContentEngine,
  sources: readonly Source[],
  options: CardOptions,
  gate: GateOptions<GeneratedFromSources<DraftCard>> = {},
): Promise<GeneratedFromSources<DraftCard>> => {
  const [only, ...others] = sources;
  if (only && others.length === 0) return cardsOf(await generateCards(engine, only, options, forOne(gate, cardsOf)));
  const make: Make<DraftCard> = async (source, count, made, onProgress) => {
    const avoidFronts = [...(options.avoidFronts ?? []), ...made.map(({ front }) => front)];
    const own = { ...options, count, ...(avoidFronts.length > 0 && { avoidFronts }) };
    return cardsOf(await generateCards(engine, source, own, { least: 1, onProgress: ({ result }) => onProgress(() => cardsOf(result())) }));
  };
  const words = { what: 'flashcards', many: 'cards' };
  return generate(sources, options.count, new SeveralTask(sources, make, isSameCard, options.count, gate), words);
};
