import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import { contentStems, fold } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import type { Ask } from './Ask.ts';
import { itemWorth } from './itemWorth.ts';
import { QuestionBuilder } from './QuestionBuilder.ts';
import { QuestionChoice, type AskCandidate } from './QuestionChoice.ts';

/** Stems of the words of the question frames, which do not belong to a question's subject. */
const frameWords = contentStems('meant meaning means describes described term names value directly comes');

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !frameWords.has(word))
    .sort()
    .join(' ');

const answerKey = ({ text, source }: Ask): string => `${fold(text)}@${placeOf(source.pointer)}`;

/** Whether a question was asked before in any wording, or has the same answer from the same place as such a question. */
function askedBefore(asks: readonly Ask[], stems: readonly string[]): (ask: Ask) => boolean {
  if (stems.length === 0) return () => false;
  const subjects = new Set(stems.map(subjectOf));
  const near = new NearTexts(0.6, stems);
  for (const stem of stems) near.add(stem);
  const isNearStem = ({ question }: Ask): boolean => subjects.has(subjectOf(question)) || near.has(question);
  const answers = new Set(asks.filter(isNearStem).map(answerKey));
  return (ask) => isNearStem(ask) || answers.has(answerKey(ask));
}

/** When a quiz has fewer questions than this, a slide may give more than usual. */
const fewestOfAQuiz = 8;
/** How much chance adds at most, so that quizzes differ. */
const variation = 0.3;
/** Questions beyond those that were asked for: the gate may refuse some. */
const spare = 4;
/** The share of a quiz on weak areas, where the learner has some (docs/quality.md, `regeneration`). */
const shareOfWeakAreas = 0.7;

/**
 * Questions from facts, best first: weak areas lead, then the facts that are surest to make good questions, from all parts of the material and
 * of all forms. There may be more than asked for, since the gate may refuse some, and fewer: nothing else is made up.
 */
export function questionsOf(
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
  tag: Tagger | undefined,
): DraftQuestion[] {
  const { random, count, avoidStems = [], difficultyLevel, weakAreas = [] } = options;
  const builder = new QuestionBuilder(facts, phrases, options, tag);
  const isAsked = askedBefore([...builder.byFact.values()].flat(), avoidStems);
  const isWeak = ({ topic }: Fact, asks: readonly Ask[]): boolean =>
    weakAreas.some(
      (area) =>
        fold(area.topic) === fold(topic) || (area.concept !== '' && asks.some(({ concept }) => fold(area.concept) === fold(concept))),
    );
  const candidates = [...builder.byFact].flatMap(([fact, all]): AskCandidate[] => {
    const weak = isWeak(fact, all);
    const asks = all
      .filter((ask) => !isAsked(ask))
      .map((ask) => ({ ask, worth: itemWorth(ask, facts) + random() * variation }))
      .sort((one, other) => other.worth - one.worth);
    const boost = preferences.boost(fact) + difficultyBoost(difficultyLevel, fact);
    const [first] = asks;
    if (!first) return [];
    // What the learner got wrong is asked for from each side.
    const sides = weak ? asks.map((one) => [one]) : [asks];
    return sides.map((side) => ({
      fact,
      asks: side.map(({ ask }) => ask),
      score: (side[0]?.worth ?? 0) + boost,
      isWeak: weak,
    }));
  });
  const choice = new QuestionChoice(facts, count, builder, candidates);
  choice.fill(count, (one) => choice.isCrowded(one) || choice.isOneSided(one));
  choice.fill(count + spare, choice.isCrowded);
  // Where nearly all facts stand on one slide, it may be asked about more often.
  choice.fill(Math.min(count, fewestOfAQuiz), () => false);
  const { weak, others } = choice;
  if (weak.length === 0 || weak.length >= count * shareOfWeakAreas) return [...weak, ...others];
  // The quiz is shortened, so that its share of weak areas stays.
  const total = Math.max(Math.min(3, count), Math.floor(weak.length / shareOfWeakAreas));
  return [...weak, ...others.slice(0, Math.max(0, total - weak.length))];
}
