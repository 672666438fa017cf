import type { Shortfall, Source } from '@lectern/contracts';
import type { CardOptions, DraftCard, DraftQuestion, EngineOptions, Guide, QuizOptions, StudyContentEngine } from '../engine.ts';
import { placeOf } from '../pointers.ts';
import { fold, likeness } from '../words.ts';
import type { CheckId } from './checks.ts';
import { checkCard, checkGuide, checkQuestion } from './checks.ts';

/** How many items each check refused, for a service's metrics. */
export type Refusals = Partial<Record<CheckId, number>>;

export interface GeneratedQuiz {
  questions: DraftQuestion[];
  refusals: Refusals;
  limitation?: string;
  shortfall?: Shortfall;
}

export interface GeneratedCards {
  cards: DraftCard[];
  refusals: Refusals;
  limitation?: string;
  shortfall?: Shortfall;
}

export interface GeneratedGuide {
  guide: Guide;
  refusals: Refusals;
}

/** Fewer items than this are not a quiz or a deck (contract, section 2). */
export const fewestItems = 3;

/** Thrown where the material supports fewer than three items, or no guide at all. */
export class TooLittleMaterialError extends Error {
  readonly code = 'too-little-material';

  constructor(message: string) {
    super(message);
    this.name = 'TooLittleMaterialError';
  }
}

function count(refusals: Refusals, failed: CheckId[]): void {
  for (const id of failed) refusals[id] = (refusals[id] ?? 0) + 1;
}

function shortfallOf(asked: number, made: number, one: string, many: string): Shortfall | undefined {
  return made >= asked ? undefined : { asked, made, reason: `The material supports only ${made} ${made === 1 ? one : many}.` };
}

function passQuestions(drafts: DraftQuestion[], source: Source, options: QuizOptions, refusals: Refusals): DraftQuestion[] {
  const passed: DraftQuestion[] = [];
  for (const draft of drafts) {
    if (passed.length >= options.count) break;
    const failed = checkQuestion(draft, source);
    const repeats = (other: string): boolean => fold(other) === fold(draft.question) || likeness(other, draft.question) >= 0.6;
    const repeated =
      passed.some(
        (other) =>
          repeats(other.question) ||
          (fold(other.answer) === fold(draft.answer) && placeOf(other.source.pointer) === placeOf(draft.source.pointer)),
      ) || (options.avoidStems ?? []).some((other) => fold(other) === fold(draft.question));
    if (repeated) failed.push('Q3');
    if (failed.length === 0) passed.push(draft);
    else count(refusals, failed);
  }
  return passed;
}

/**
 * A quiz of questions that passed every check; the rest is dropped and counted, never padded.
 *
 * @throws TooLittleMaterialError where fewer than three are left.
 */
export async function generateQuiz(engine: StudyContentEngine, source: Source, options: QuizOptions): Promise<GeneratedQuiz> {
  const refusals: Refusals = {};
  const made = await engine.quiz(source, options);
  const questions = passQuestions(made.questions, source, options, refusals);
  if (questions.length < Math.min(fewestItems, options.count))
    throw new TooLittleMaterialError('The material is too short for a quiz. Add more text or slides and try again.');
  const shortfall = shortfallOf(options.count, questions.length, 'question', 'questions');
  return {
    questions,
    refusals,
    ...(made.limitation === undefined ? {} : { limitation: made.limitation }),
    ...(shortfall ? { shortfall } : {}),
  };
}

/**
 * Cards that passed every check and repeat none that the learner has.
 *
 * @throws TooLittleMaterialError where there are fewer than three, or none at all when more of a deck are asked for.
 */
export async function generateCards(engine: StudyContentEngine, source: Source, options: CardOptions): Promise<GeneratedCards> {
  const refusals: Refusals = {};
  const made = await engine.cards(source, options);
  const fronts = new Set((options.avoidFronts ?? []).map(fold));
  const quotes = new Set<string>();
  const cards: DraftCard[] = [];
  for (const card of made.cards) {
    if (cards.length >= options.count) break;
    const failed = checkCard(card, source);
    const quote = `${JSON.stringify(card.source.pointer)} ${card.source.quote}`;
    if (fronts.has(fold(card.front)) || quotes.has(quote)) failed.push('F6');
    if (failed.length > 0) {
      count(refusals, failed);
      continue;
    }
    fronts.add(fold(card.front));
    quotes.add(quote);
    cards.push(card);
  }
  const least = options.avoidFronts?.length ? 1 : fewestItems;
  if (cards.length < Math.min(least, options.count))
    throw new TooLittleMaterialError(
      options.avoidFronts?.length
        ? 'The material supports no further cards.'
        : 'The material is too short for flashcards. Add more text or slides and try again.',
    );
  const shortfall = shortfallOf(
    options.count,
    cards.length,
    options.avoidFronts?.length ? 'more card' : 'card',
    options.avoidFronts?.length ? 'more cards' : 'cards',
  );
  return {
    cards,
    refusals,
    ...(made.limitation === undefined ? {} : { limitation: made.limitation }),
    ...(shortfall ? { shortfall } : {}),
  };
}

/**
 * A guide that passed every check; an engine gets three tries.
 *
 * @throws TooLittleMaterialError where the source says nothing, or no try passed.
 */
export async function generateGuide(engine: StudyContentEngine, source: Source, options: EngineOptions): Promise<GeneratedGuide> {
  const refusals: Refusals = {};
  if (!source.passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw new TooLittleMaterialError('There is no readable text in this material.');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const guide = await engine.guide(source, options);
    const failed = checkGuide(guide, source, options.stylePreference);
    if (failed.length === 0) return { guide, refusals };
    count(refusals, failed);
    if (engine.name === 'offline') break;
  }
  throw new TooLittleMaterialError('No guide could be made from this material that keeps to it. Please try again.');
}
