import type { Source } from '@lectern/contracts';
import type { CardOptions, DraftCard, DraftQuestion, QuizOptions, StudyContentEngine } from './StudyContentEngine.ts';
import { type GateOptions, gather, type Gathered, type Generated, Selection, shortfallOf, TooLittleMaterialError } from './gather.ts';
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
const mostNear = 0.1;

/** Minimum size of a quiz or deck. */
export const fewestItems = 3;

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

/** The limitation if a quiz has fewer applied questions than requested, from an engine that labels them. */
function appliedShortfall(questions: readonly DraftQuestion[], options: QuizOptions): string | undefined {
  const applied = questions.filter(isApplied).length;
  const isTold = questions.some((draft) => draft.isApplied !== undefined);
  if (!asksForApplied(options) || !isTold || applied >= appliedOf(questions.length)) return undefined;
  return `Only ${applied} of ${questions.length} questions go beyond recall: the language model made no more of them that passed the checks.`;
}

/** Splits the outcome into what is reported and why items are missing. */
const outcomeOf = ({ lack, failure: _failure, ...report }: Gathered) => ({ report, lack });

const tooFew = (items: 'questions' | 'cards', isFurther: boolean, source: Source, report: ReturnType<typeof outcomeOf>['report']) =>
  new TooLittleMaterialError(
    isFurther ? `The material supports no further ${items}.` : tooLittleFor(items === 'questions' ? 'a quiz' : 'flashcards', source),
    report,
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
  const { report, lack } = outcomeOf(made);
  if (questions.length < Math.min(gate.least ?? fewestItems, options.count))
    throw made.failure ?? tooFew('questions', avoided.length > 0, source, report);
  const shortfall = shortfallOf(options.count, questions.length, lack, 'question', 'questions');
  const limitation = [report.limitation, appliedShortfall(questions, options)].filter((one) => one !== undefined).join(' ');
  return { questions, ...report, ...(limitation !== '' && { limitation }), ...(shortfall ? { shortfall } : {}) };
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
  const { report, lack } = outcomeOf(made);
  if (cards.length < Math.min(least, options.count)) throw made.failure ?? tooFew('cards', avoided.length > 0, source, report);
  const shortfall = shortfallOf(
    options.count,
    cards.length,
    lack,
    avoided.length > 0 ? 'more card' : 'card',
    avoided.length > 0 ? 'more cards' : 'cards',
  );
  return { cards, ...report, ...(shortfall ? { shortfall } : {}) };
}
