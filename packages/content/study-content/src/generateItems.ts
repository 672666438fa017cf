import type { Citation, Source } from '@lectern/contracts';
import type { CardOptions, DraftCard, DraftQuestion, QuizOptions, StudyContentEngine } from './StudyContentEngine.ts';
import { type GateOptions, gather, type Generated, Selection, type Steps, shortfallOf, TooLittleMaterialError } from './gather.ts';
import { withThreeDistractors } from './questionOptions.ts';
import { NearTexts } from './text/NearTexts.ts';
import { appliedOf, asksForApplied, wantsApplied } from './text/appliedQuestions.ts';
import { fold } from './text/words.ts';
import { checkCard } from './gate/checkCard.ts';
import { checkQuestion } from './gate/checkQuestion.ts';
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

export interface GeneratedQuiz extends Generated {
  questions: DraftQuestion[];
}

export interface GeneratedCards extends Generated {
  cards: DraftCard[];
}

/** Share of a regenerated quiz that may resemble earlier questions. */
const maxNearShare = 0.1;

/** The minimum number of items of a quiz or deck. */
export const minItems = 3;

/** The learner's message: short material needs more text, long material has too few facts. */
const tooLittleFor = (what: string, source: Source): string =>
  source.passages.reduce((sum, { text }) => sum + text.length, 0) < 2_000
    ? `The material is too short for ${what}. Add more text or slides, or pick what to ask yourself.`
    : `This material holds too few clear facts for ${what}. Add definitions or lists, or pick what to ask yourself.`;

function nearTextsOf(texts: readonly string[], least: number): NearTexts {
  const near = new NearTexts(least, texts);
  for (const text of texts) near.add(text);
  return near;
}

const isApplied = (draft: DraftQuestion): boolean => draft.isApplied === true;

/** The applied questions to keep, if the learner wants any. */
const wantedOf = (options: QuizOptions) => (wantsApplied(options) ? { isWanted: isApplied, least: appliedOf(options.count) } : undefined);

/** The limitation if a quiz has fewer applied questions than requested, from an engine that labels them. */
function appliedShortfall(questions: readonly DraftQuestion[], options: QuizOptions): string | undefined {
  const applied = questions.filter(isApplied).length;
  const isLabelled = questions.some((draft) => draft.isApplied !== undefined);
  if (!asksForApplied(options) || !isLabelled || applied >= appliedOf(questions.length)) return undefined;
  return `Only ${applied} of ${questions.length} questions go beyond recall: the language model made no more that passed the checks.`;
}

/** How one kind of item is generated and reported. */
interface ItemRun<Draft extends { source: Citation }, Result> extends Omit<Steps<Draft>, 'changed'> {
  selection: Selection<Draft>;
  source: Source;
  count: number;
  least: number;
  /** Whether the learner has earlier items. */
  isFurther: boolean;
  names: { what: string; items: string; one: string; many: string };
  asResult: (items: Draft[]) => Result;
  onProgress: GateOptions<Result & Generated>['onProgress'];
}

async function generate<Draft extends { source: Citation }, Result>(run: ItemRun<Draft, Result>): Promise<Result & Generated> {
  const { selection, source, count, names, asResult, make, repair } = run;
  const { lack, failure, ...report } = await gather(selection, {
    make,
    repair,
    changed: () => {
      const result = () => ({ ...asResult(selection.taken), refusals: selection.refusals });
      run.onProgress?.({ made: selection.taken.length, asked: count, result });
    },
  });
  const items = selection.taken;
  if (items.length < Math.min(run.least, count)) {
    const message = run.isFurther ? `The material supports no further ${names.items}.` : tooLittleFor(names.what, source);
    throw failure ?? new TooLittleMaterialError(message, report);
  }
  const shortfall = shortfallOf(count, items.length, lack, names.one, names.many);
  return { ...asResult(items), ...report, ...(shortfall && { shortfall }) };
}

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
  let nearLeft = Math.floor(options.count * maxNearShare);
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
  const made = await generate({
    selection,
    source,
    count: options.count,
    least: gate.least ?? minItems,
    isFurther: avoided.length > 0,
    names: { what: 'a quiz', items: 'questions', one: 'question', many: 'questions' },
    asResult: (questions) => ({ questions }),
    onProgress: gate.onProgress,
    make: (accept) => engine.quiz(source, { ...options, accept }),
    repair: engine.repairQuestions && (async (refused) => (await engine.repairQuestions?.(source, refused, options)) ?? { drafts: [] }),
  });
  const limitation = [made.limitation, appliedShortfall(made.questions, options)].filter(Boolean).join(' ');
  return { ...made, ...(limitation !== '' && { limitation }) };
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
  const isFurther = avoided.length > 0;
  return generate({
    selection,
    source,
    count: options.count,
    least: gate.least ?? (isFurther ? 1 : minItems),
    isFurther,
    names: { what: 'flashcards', items: 'cards', one: isFurther ? 'more card' : 'card', many: isFurther ? 'more cards' : 'cards' },
    asResult: (cards) => ({ cards }),
    onProgress: gate.onProgress,
    make: (accept) => engine.cards(source, { ...options, accept }),
    repair: engine.repairCards && (async (refused) => (await engine.repairCards?.(source, refused, options)) ?? { drafts: [] }),
  });
}
