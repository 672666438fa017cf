import type { GuideSection, ModelUsage, Omission, Source } from '@lectern/contracts';
import type {
  CardOptions,
  DraftCard,
  DraftQuestion,
  EngineOptions,
  Guide,
  QuizOptions,
  RefusedInGuide,
  StudyContentEngine,
} from './StudyContentEngine.ts';
import { addLostLines } from './addLostLines.ts';
import { note, gather, shortfallOf, type Gathered, type Generated, type Refusals, Selection } from './gather.ts';
import { withThreeDistractors } from './threeDistractors.ts';
import { structuredGuide } from './structuredGuide.ts';
import { mergeReferences } from './styles/mergeReferences.ts';
import { NearTexts } from './text/NearTexts.ts';
import { appliedOf, asksForApplied, wantsApplied } from './text/appliedQuestions.ts';
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

export interface GeneratedQuiz extends Generated {
  questions: DraftQuestion[];
}

export interface GeneratedCards extends Generated {
  cards: DraftCard[];
}

export interface GeneratedGuide {
  guide: Guide;
  /** Every line of the source that the guide omits. */
  omitted: readonly Omission[];
  refusals: Refusals;
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

/** Share of a regenerated quiz that may resemble earlier questions. */
const mostNear = 0.1;

/** Minimum size of a quiz or deck. */
export const fewestItems = 3;

/** Refusals and model usage of a failed generation. */
export interface Spent {
  refusals: Refusals;
  usage?: ModelUsage | undefined;
}

/** Thrown if the material supports fewer than three items or has no readable text. */
export class TooLittleMaterialError extends Error {
  readonly code = 'too-little-material';
  /** For the metrics. */
  readonly spent: Spent;

  constructor(message: string, spent: Spent = { refusals: {} }) {
    super(message);
    this.name = 'TooLittleMaterialError';
    this.spent = spent;
  }
}

/** The learner's message: short material needs more text, long material has too few facts. */
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

/** The applied questions to keep, if the learner wants any. */
const wantedOf = (options: QuizOptions) => (wantsApplied(options) ? { isWanted: isApplied, least: appliedOf(options.count) } : undefined);

/**
 * The limitation if a quiz has fewer applied questions than the learner asked for. Engines that do not label them report this themselves.
 */
function appliedShortfall(questions: readonly DraftQuestion[], options: QuizOptions): string | undefined {
  const applied = questions.filter(isApplied).length;
  const isTold = questions.some((draft) => draft.isApplied !== undefined);
  if (!asksForApplied(options) || !isTold || applied >= appliedOf(questions.length)) return undefined;
  return `Only ${applied} of ${questions.length} questions go beyond recall: the language model made no more of them that passed the checks.`;
}

/** Splits the outcome into what is reported and why items are missing. */
const outcomeOf = ({ lack, failure: _failure, ...told }: Gathered) => ({ told, lack });

const tooFew = (items: 'questions' | 'cards', isFurther: boolean, source: Source, told: ReturnType<typeof outcomeOf>['told']) =>
  new TooLittleMaterialError(
    isFurther ? `The material supports no further ${items}.` : tooLittleFor(items === 'questions' ? 'a quiz' : 'flashcards', source),
    told,
  );

/**
 * Generates a quiz of questions that pass every check. Refused questions go back to the engine once with the reasons, then they are dropped
 * and counted. A quiz is never padded.
 *
 * @throws TooLittleMaterialError if fewer than three questions remain; the engine's error if it failed
 */
export async function generateQuiz(
  engine: StudyContentEngine,
  source: Source,
  options: QuizOptions,
  gate: GateOptions<GeneratedQuiz> = {},
): Promise<GeneratedQuiz> {
  const avoided = options.avoidStems ?? [];
  const avoidedStems = new Set(avoided.map(fold));
  const nearAvoided = nearTextsOf(avoided, nearStem);
  const isDropped = droppedQuestions(options.dropped);
  // A tenth of a regenerated quiz may resemble earlier questions; none may be equal.
  let nearLeft = Math.floor(options.count * mostNear);
  const selection = new Selection<DraftQuestion>(
    { source, asked: options.count, itemOrder: engine.itemOrder, wanted: wantedOf(options) },
    {
      check: (draft) => checkQuestion(draft, source),
      variantsOf: (draft) => withThreeDistractors(draft, options.random),
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
  const made = await gather(selection, {
    make: async (accept) => {
      const { questions, ...rest } = await engine.quiz(source, { ...options, accept });
      return { drafts: questions, ...rest };
    },
    repair: engine.repairQuestions
      ? async (refused) => {
          const { questions, ...rest } = (await engine.repairQuestions?.(source, refused, options)) ?? { questions: [] };
          return { drafts: questions, ...rest };
        }
      : undefined,
    changed: () => {
      gate.onProgress?.({
        made: selection.taken.length,
        asked: options.count,
        result: () => ({ questions: selection.taken, refusals: selection.refusals }),
      });
    },
  });
  const questions = selection.taken;
  const { told, lack } = outcomeOf(made);
  if (questions.length < Math.min(gate.least ?? fewestItems, options.count))
    throw made.failure ?? tooFew('questions', avoided.length > 0, source, told);
  const shortfall = shortfallOf(options.count, questions.length, lack, 'question', 'questions');
  const limitation = [told.limitation, appliedShortfall(questions, options)].filter((one) => one !== undefined).join(' ');
  return { questions, ...told, ...(limitation !== '' && { limitation }), ...(shortfall ? { shortfall } : {}) };
}

/**
 * Generates cards that pass every check and repeat none of `avoidFronts`. Refused cards are repaired or dropped like questions.
 *
 * @throws TooLittleMaterialError if there are fewer than three; with `avoidFronts`, if there are none
 */
export async function generateCards(
  engine: StudyContentEngine,
  source: Source,
  options: CardOptions,
  gate: GateOptions<GeneratedCards> = {},
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
  const made = await gather(selection, {
    make: async (accept) => {
      const { cards, ...rest } = await engine.cards(source, { ...options, accept });
      return { drafts: cards, ...rest };
    },
    repair: engine.repairCards
      ? async (refused) => {
          const { cards, ...rest } = (await engine.repairCards?.(source, refused, options)) ?? { cards: [] };
          return { drafts: cards, ...rest };
        }
      : undefined,
    changed: () => {
      gate.onProgress?.({
        made: selection.taken.length,
        asked: options.count,
        result: () => ({ cards: selection.taken, refusals: selection.refusals }),
      });
    },
  });
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

const structured = 'This guide shows your material as it stands, because nothing else that was made of it passed the checks.';

/** Thrown if the model's guide does not pass. */
class RefusedGuideError extends Error {
  readonly code = 'engine-refused';
  readonly usage: ModelUsage | undefined;

  constructor(usage: ModelUsage | undefined) {
    super('What the language model wrote did not pass the checks.');
    this.name = 'RefusedGuideError';
    this.usage = usage;
  }
}

/** The refused parts of a guide, for the engine to repair. */
const refusedIn = (source: Source, guide: Guide): RefusedInGuide => ({
  statements: statementsOfGuide(guide, source)
    .filter(({ failed }) => failed.length > 0)
    .map(({ text, failed }) => ({ text, reasons: failed.map((id) => reasons[id]) })),
  quotes: guide.sources.filter((citation) => !isVerbatim(source, citation)),
});

/** The headings of a guide as sections by one engine. */
const sectionsOf = ({ markdownContent }: Guide, generatedBy: string): GuideSection[] =>
  [...markdownContent.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => ({ heading, generatedBy }));

/** Takes the guide of a source from its first draft to one that passes. */
class GuideTask {
  readonly refusals: Refusals = {};
  private readonly source: Source;
  private readonly engine: StudyContentEngine;
  private readonly stylePreference: string | undefined;

  constructor(source: Source, engine: StudyContentEngine, { stylePreference }: EngineOptions) {
    this.source = source;
    this.engine = engine;
    this.stylePreference = stylePreference;
  }

  /**
   * Completes the draft, or removes its failing parts. For an engine that quotes the material, any share may fail; otherwise returns
   * `undefined` if too much fails.
   */
  passing(draft: Guide): Guide | undefined {
    const whole = this.completed(draft);
    if (this.checked(whole).length === 0) return whole;
    const most = this.engine.isQuoting ? 1 : undefined;
    const rest = withoutFailing(draft, this.source, most);
    if (!rest) return undefined;
    const completed = this.completed(rest);
    return [completed, withoutFailing(completed, this.source, most)].find((guide) => guide && this.checked(guide).length === 0);
  }

  /** Records the failures of the engine's own draft. */
  count(draft: Guide): void {
    const whole = this.completed(draft);
    const ofStatements = new Set<CheckId>();
    for (const { failed, place } of statementsOfGuide(whole, this.source)) {
      note(this.refusals, failed, place);
      for (const id of failed) ofStatements.add(id);
    }
    note(
      this.refusals,
      this.checked(whole).filter((id) => !ofStatements.has(id)),
      'the whole guide',
    );
  }

  result({ usage, ...guide }: Guide): GeneratedGuide {
    return {
      guide: {
        ...guide,
        markdownContent: mergeReferences(guide.markdownContent),
        sections: guide.sections ?? sectionsOf(guide, this.engine.name),
      },
      omitted: guideMaterial(this.source).omitted,
      refusals: this.refusals,
      ...(usage && { usage }),
    };
  }

  /** Guides that quote share the language and facts of their material. Their remaining statements are checked one by one. */
  private checked(guide: Guide): CheckId[] {
    const failed = checkGuide(guide, this.source, this.stylePreference);
    return this.engine.isQuoting ? failed.filter((id) => id !== 'same-language' && id !== 'facts-kept') : failed;
  }

  private completed(draft: Guide): Guide {
    return addLostLines(draft, this.source, this.stylePreference, this.engine.isQuoting ?? false);
  }
}

/**
 * Generates a guide that passes every check. Small failing parts are removed. The engine that quotes the material falls back to the
 * material itself, which needs no checks, so it never fails on readable text.
 *
 * @throws TooLittleMaterialError if the source has no text; the engine's error if it failed or its guide did not pass
 */
export async function generateGuide(
  engine: StudyContentEngine,
  source: Source,
  options: EngineOptions,
  { embedded, onProgress }: GateOptions<GeneratedGuide> = {},
): Promise<GeneratedGuide> {
  if (!source.passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw new TooLittleMaterialError('There is no readable text in this material.');
  const task = new GuideTask(source, engine, options);
  const first = await engine.guide(source, {
    ...options,
    outline: await embedded?.outline?.(source, options),
    refusedIn: (guide) => refusedIn(source, guide),
    onProgress: ({ made, asked, draft }) => {
      onProgress?.({
        made,
        asked,
        result: () => {
          const guide = draft();
          return task.result(task.passing(guide) ?? guide);
        },
      });
    },
  });
  task.count(first);
  const passing = task.passing(first);
  if (passing) return task.result(passing);
  if (!engine.isQuoting) throw new RefusedGuideError(first.usage);
  return task.result({ ...structuredGuide(source), limitation: structured });
}
