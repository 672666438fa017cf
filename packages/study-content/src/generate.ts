import type { ModelUsage, Omission, Source } from '@lectern/contracts';
import type {
  CardOptions,
  DraftCard,
  DraftQuestion,
  EngineOptions,
  Guide,
  QuizOptions,
  RefusedGuide,
  StudyContentEngine,
} from './StudyContentEngine.ts';
import { addLostLines } from './addLostLines.ts';
import {
  note,
  gather,
  isEngineFailure,
  shortfallOf,
  sumOf,
  usageOf,
  type Gathered,
  type Generated,
  type Refusals,
  Selection,
} from './gather.ts';
import { structuredGuide } from './structuredGuide.ts';
import { mergeReferences } from './styles/mergeReferences.ts';
import { NearTexts } from './text/NearTexts.ts';
import { appliedOf, asksForApplied } from './text/appliedQuestions.ts';
import { guideMaterial } from './text/omissions.ts';
import { fold } from './text/words.ts';
import { reasons, type CheckId } from './gate/CheckId.ts';
import { checkCard } from './gate/checkCard.ts';
import { checkGuide } from './gate/checkGuide.ts';
import { checkQuestion } from './gate/checkQuestion.ts';
import { statementsOfGuide, withoutFailing } from './gate/guideStatements.ts';
import { isVerbatim } from './gate/quotes.ts';
import {
  droppedCards,
  droppedQuestions,
  isSameCard,
  isSameQuestion,
  nearFront,
  nearStem,
  weaknessesOf,
  weaknessesOfCard,
} from './gate/repeats.ts';

export { usageOf } from './gather.ts';
export type { Refusals } from './gather.ts';

export interface GeneratedQuiz extends Generated {
  questions: DraftQuestion[];
}

export interface GeneratedCards extends Generated {
  cards: DraftCard[];
}

export interface GeneratedGuide {
  guide: Guide;
  /** Every line of the source that the guide leaves out. */
  omitted: readonly Omission[];
  refusals: Refusals;
  /** The use of a language model, over all calls. */
  usage?: ModelUsage;
  /** The engine that made it, where it is another one than was asked. */
  generatedBy?: string;
}

/** What the gate may use beside the engine that was asked. */
export interface GateOptions {
  /** Makes the items that are missing after the repair. They are marked with its name. */
  fallback?: StudyContentEngine;
  /** The fewest items; with fewer the generation fails. Three when left out, or one for more cards of a deck. */
  least?: number;
}

/** The share of a regenerated quiz that may be similar to earlier questions. */
const mostNear = 0.1;

/** Fewer items than this are no quiz and no deck. */
export const fewestItems = 3;

/** Refusals and model use of content that failed. */
export interface Spent {
  refusals: Refusals;
  usage?: ModelUsage | undefined;
}

/** Thrown where the material supports fewer than three items, or has no readable text. */
export class TooLittleMaterialError extends Error {
  readonly code = 'too-little-material';
  /** What the gate refused, and the use of a model, for the metrics. */
  readonly spent: Spent;

  constructor(message: string, spent: Spent = { refusals: {} }) {
    super(message);
    this.name = 'TooLittleMaterialError';
    this.spent = spent;
  }
}

/** Tells the learner why there is nothing: short material needs more text, longer material has nothing that can be asked. */
const tooLittleFor = (what: string, source: Source): string =>
  source.passages.reduce((sum, { text }) => sum + text.length, 0) < 2_000
    ? `The material is too short for ${what}. Add more text or slides, or pick yourself what to ask.`
    : `This material holds too few clear facts for ${what}. Add definitions or lists, or pick yourself what to ask.`;

function nearTextsOf(texts: readonly string[], least: number): NearTexts {
  const near = new NearTexts(least, texts);
  for (const text of texts) near.add(text);
  return near;
}

const isApplied = (draft: DraftQuestion): boolean => draft.isApplied === true;

/** The questions beyond recall that a learner wishes for. */
const wantedOf = (options: QuizOptions) => (asksForApplied(options) ? { isWanted: isApplied, least: appliedOf(options.count) } : undefined);

/** What a learner is told who asked for more questions beyond recall than there are. An engine that does not tell them apart says so itself. */
function appliedShortfall(questions: readonly DraftQuestion[], options: QuizOptions): string | undefined {
  const applied = questions.filter(isApplied).length;
  const isTold = questions.some((draft) => draft.isApplied !== undefined);
  if (!asksForApplied(options) || !isTold || applied >= appliedOf(questions.length)) return undefined;
  return `Only ${applied} of ${questions.length} questions go beyond recall: the language model made no more of them that passed the checks.`;
}

/** What is told of a generation, and why items are missing. */
const outcomeOf = ({ lack, failure: _failure, ...told }: Gathered) => ({ told, lack });

/** Why there is no quiz or deck. */
const tooFew = (items: 'questions' | 'cards', isFurther: boolean, source: Source, told: ReturnType<typeof outcomeOf>['told']) =>
  new TooLittleMaterialError(
    isFurther ? `The material supports no further ${items}.` : tooLittleFor(items === 'questions' ? 'a quiz' : 'flashcards', source),
    told,
  );

/** The fallback, unless it is the engine itself. */
const otherThan = (engine: StudyContentEngine, { fallback }: GateOptions): StudyContentEngine | undefined =>
  fallback && fallback.name !== engine.name ? fallback : undefined;

/** Options for the fallback: it needs no network, so the model's time limit does not apply. */
const withoutSignal = <Options extends EngineOptions>({ signal: _signal, ...options }: Options): Omit<Options, 'signal'> => options;

/**
 * Makes a quiz of questions that pass every check. Refused questions are sent back once with the reasons, then replaced by the fallback's and
 * marked, or dropped and counted. A quiz is never padded.
 *
 * @throws TooLittleMaterialError when fewer than three are left; the engine's own error when its first call fails.
 */
export async function generateQuiz(
  engine: StudyContentEngine,
  source: Source,
  options: QuizOptions,
  gate: GateOptions = {},
): Promise<GeneratedQuiz> {
  const avoided = options.avoidStems ?? [];
  const avoidedStems = new Set(avoided.map(fold));
  const nearAvoided = nearTextsOf(avoided, nearStem);
  const isDropped = droppedQuestions(options.dropped);
  // After "regenerate" a tenth may be similar to earlier questions, none equal.
  let nearLeft = Math.floor(options.count * mostNear);
  const selection = new Selection<DraftQuestion>(
    { source, asked: options.count, itemOrder: engine.itemOrder, wanted: wantedOf(options) },
    {
      check: (draft) => checkQuestion(draft, source),
      repeats: (draft, taken) => {
        if (taken.some((other) => isSameQuestion(other, draft)) || avoidedStems.has(fold(draft.question)) || isDropped(draft))
          return 'no-filler';
        if (!nearAvoided.has(draft.question)) return undefined;
        nearLeft -= 1;
        return nearLeft < 0 ? 'no-filler' : undefined;
      },
      weaknesses: weaknessesOf,
    },
  );
  const fallback = otherThan(engine, gate);
  const made = await gather(
    selection,
    {
      make: async () => {
        const { questions, ...rest } = await engine.quiz(source, options);
        return { drafts: questions, ...rest };
      },
      repair: engine.repairQuestions
        ? async (refused) => {
            const { questions, ...rest } = (await engine.repairQuestions?.(source, refused, options)) ?? { questions: [] };
            return { drafts: questions, ...rest };
          }
        : undefined,
      fallback: fallback && {
        name: fallback.name,
        make: async (taken) => {
          const stems = [...avoided, ...taken.map(({ question }) => question)];
          const { questions } = await fallback.quiz(source, { ...withoutSignal(options), avoidStems: stems });
          return { drafts: questions };
        },
      },
    },
    (number) =>
      `${number} of ${selection.taken.length} questions ${number === 1 ? 'was' : 'were'} made by the offline engine, because too few of the language model’s own passed the checks.`,
  );
  const questions = selection.taken;
  const { told, lack } = outcomeOf(made);
  if (questions.length < Math.min(gate.least ?? fewestItems, options.count))
    throw made.failure ?? tooFew('questions', avoided.length > 0, source, told);
  const shortfall = shortfallOf(options.count, questions.length, lack, 'question', 'questions');
  const limitation = [told.limitation, appliedShortfall(questions, options)].filter((one) => one !== undefined).join(' ');
  return { questions, ...told, ...(limitation !== '' && { limitation }), ...(shortfall ? { shortfall } : {}) };
}

/**
 * Makes cards that pass every check and repeat none of `avoidFronts`; refused cards are repaired, replaced or dropped like questions.
 *
 * @throws TooLittleMaterialError when there are fewer than three; with `avoidFronts`, when there is none.
 */
export async function generateCards(
  engine: StudyContentEngine,
  source: Source,
  options: CardOptions,
  gate: GateOptions = {},
): Promise<GeneratedCards> {
  const avoided = options.avoidFronts ?? [];
  const nearAvoided = nearTextsOf(avoided, nearFront);
  const isDropped = droppedCards(options.dropped);
  const selection = new Selection<DraftCard>(
    { source, asked: options.count, itemOrder: engine.itemOrder },
    {
      check: (draft) => checkCard(draft, source),
      repeats: (draft, taken) =>
        taken.some((other) => isSameCard(other, draft)) || nearAvoided.has(draft.front) || isDropped(draft) ? 'distinct-cards' : undefined,
      weaknesses: weaknessesOfCard,
    },
  );
  const fallback = otherThan(engine, gate);
  const made = await gather(
    selection,
    {
      make: async () => {
        const { cards, ...rest } = await engine.cards(source, options);
        return { drafts: cards, ...rest };
      },
      repair: engine.repairCards
        ? async (refused) => {
            const { cards, ...rest } = (await engine.repairCards?.(source, refused, options)) ?? { cards: [] };
            return { drafts: cards, ...rest };
          }
        : undefined,
      fallback: fallback && {
        name: fallback.name,
        make: async (taken) => {
          const fronts = [...avoided, ...taken.map(({ front }) => front)];
          return { drafts: (await fallback.cards(source, { ...withoutSignal(options), avoidFronts: fronts })).cards };
        },
      },
    },
    (number) =>
      `${number} of ${selection.taken.length} cards ${number === 1 ? 'was' : 'were'} made by the offline engine, because too few of the language model’s own passed the checks.`,
  );
  const cards = selection.taken;
  const least = gate.least ?? (avoided.length > 0 ? 1 : fewestItems);
  const { told, lack } = outcomeOf(made);
  if (cards.length < Math.min(least, options.count)) throw made.failure ?? tooFew('cards', avoided.length > 0, source, told);
  const shortfall = shortfallOf(
    options.count,
    cards.length,
    lack,
    avoided.length > 0 ? 'more card' : 'card',
    avoided.length > 0 ? 'more cards' : 'cards',
  );
  return { cards, ...told, ...(shortfall ? { shortfall } : {}) };
}

/** Limitations that the learner sees. */
const replacedGuide = 'The language model’s guide did not pass the checks against your material, so the offline engine made this one.';
const structured = 'This guide shows your material as it stands, because nothing else that was made of it passed the checks.';

/** What is wrong with a guide, for the engine that is to repair it. */
function refusedGuide(draft: Guide, source: Source, stylePreference: string | undefined): RefusedGuide {
  const statements = statementsOfGuide(draft, source).filter((statement) => statement.failed.length > 0);
  // What remains when the failing statements are left out concerns the guide as a whole. Lost facts are added by program.
  const whole = checkGuide(withoutFailing(draft, source, 1) ?? draft, source, stylePreference).filter((id) => id !== 'facts-kept');
  return {
    draft,
    reasons: whole.map((id) => reasons[id]),
    statements: statements.map(({ text, failed }) => ({ text, reasons: failed.map((id) => reasons[id]) })),
    quotes: draft.sources.filter((citation) => !isVerbatim(source, citation)),
  };
}

/** The guide of a source, from its first draft to the one that passes. */
class GuideTask {
  readonly refusals: Refusals = {};
  readonly usages: (ModelUsage | undefined)[] = [];
  private readonly source: Source;
  private readonly options: EngineOptions;

  constructor(source: Source, options: EngineOptions) {
    this.source = source;
    this.options = options;
  }

  /** The checks that a draft fails, counted. What it leaves out is added before it is judged. */
  failuresOf(draft: Guide, engine: StudyContentEngine): CheckId[] {
    const whole = this.completed(draft, engine);
    const failed = this.checked(whole, engine);
    const ofStatements = new Set<CheckId>();
    for (const statement of statementsOfGuide(whole, this.source)) {
      note(this.refusals, statement.failed, statement.place);
      for (const id of statement.failed) ofStatements.add(id);
    }
    note(
      this.refusals,
      failed.filter((id) => !ofStatements.has(id)),
      'the whole guide',
    );
    return failed;
  }

  /**
   * The draft without what fails, with what it then lacks. Of a guide that quotes the material, any part may fail and stands there as it is;
   * `undefined` where too much fails of another one.
   */
  mended(draft: Guide, engine: StudyContentEngine): Guide | undefined {
    const most = engine.isQuoting ? 1 : undefined;
    const rest = withoutFailing(draft, this.source, most);
    if (!rest) return undefined;
    const whole = this.completed(rest, engine);
    return [whole, withoutFailing(whole, this.source, most)].find((guide) => guide && this.checked(guide, engine).length === 0);
  }

  /** The draft, completed, or without what fails. */
  passing(draft: Guide, engine: StudyContentEngine): Guide | undefined {
    return this.failuresOf(draft, engine).length === 0 ? this.completed(draft, engine) : this.mended(draft, engine);
  }

  /** Asks the engine to repair what failed, and for nothing else. `undefined` where it has no repair, or fails. */
  async repaired(engine: StudyContentEngine, draft: Guide): Promise<Guide | undefined> {
    const refused = refusedGuide(draft, this.source, this.options.stylePreference);
    const isRefused = refused.reasons.length + refused.statements.length + refused.quotes.length > 0;
    if (!engine.repairGuide || !isRefused) return undefined;
    try {
      const guide = await engine.repairGuide(this.source, refused, this.options);
      this.usages.push(guide.usage);
      return this.passing(guide, engine);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      this.usages.push(usageOf(error).usage);
      return undefined;
    }
  }

  result(
    { usage: _usage, ...guide }: Guide,
    { generatedBy, limitation }: { generatedBy?: string; limitation?: string } = {},
  ): GeneratedGuide {
    const limitations = [limitation, guide.limitation].filter((one) => one !== undefined).join(' ');
    return {
      guide: { ...guide, markdownContent: mergeReferences(guide.markdownContent), ...(limitations !== '' && { limitation: limitations }) },
      omitted: guideMaterial(this.source).omitted,
      refusals: this.refusals,
      ...sumOf(this.usages),
      ...(generatedBy !== undefined && { generatedBy }),
    };
  }

  /** Of a guide that quotes the material, the language and the facts are those of the material: what is not quoted is judged by its statements. */
  private checked(guide: Guide, { isQuoting = false }: StudyContentEngine): CheckId[] {
    const failed = checkGuide(guide, this.source, this.options.stylePreference);
    return isQuoting ? failed.filter((id) => id !== 'same-language' && id !== 'facts-kept') : failed;
  }

  completed(draft: Guide, { isQuoting = false }: StudyContentEngine): Guide {
    return addLostLines(draft, this.source, this.options.stylePreference, isQuoting);
  }
}

/**
 * Makes a guide that passes every check. A guide that fails goes back once, with the statements that failed and why. What fails then is left out
 * where it is little; else the fallback makes the guide, and it is marked. The last resort is the material itself, which needs no check: a check
 * never refuses a material.
 *
 * @throws TooLittleMaterialError when the source has no text; the engine's own error when its first call fails.
 */
export async function generateGuide(
  engine: StudyContentEngine,
  source: Source,
  options: EngineOptions,
  gate: GateOptions = {},
): Promise<GeneratedGuide> {
  if (!source.passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw new TooLittleMaterialError('There is no readable text in this material.');
  const task = new GuideTask(source, options);

  const first = await engine.guide(source, options);
  task.usages.push(first.usage);
  if (task.failuresOf(first, engine).length === 0) return task.result(task.completed(first, engine));
  const own = (await task.repaired(engine, first)) ?? task.mended(first, engine);
  if (own) return task.result(own);

  const fallback = otherThan(engine, gate);
  const replaced = fallback && task.passing(await fallback.guide(source, withoutSignal(options)), fallback);
  if (replaced) return task.result(replaced, { generatedBy: fallback.name, limitation: replacedGuide });
  return task.result(structuredGuide(source), { limitation: structured, ...(fallback && { generatedBy: fallback.name }) });
}
