import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import { contentStems, fold } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import { type ItemSpec, itemScore } from './ItemSpec.ts';
import { QuestionBuilder } from './QuestionBuilder.ts';
import { type SpecCandidate, QuestionChoice } from './QuestionChoice.ts';

/** Stems of question frames, which are not part of the subject. */
const frameWords = contentStems('meant meaning means describes described term names value directly comes');

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !frameWords.has(word))
    .sort()
    .join(' ');

const answerKey = ({ text, source }: ItemSpec): string => `${fold(text)}@${placeOf(source.pointer)}`;

/** Recognises questions that were asked before in other words, or have the same answer from the same place as one of them. */
function repeatOf(specs: readonly ItemSpec[], stems: readonly string[]): (spec: ItemSpec) => boolean {
  if (stems.length === 0) return () => false;
  const subjects = new Set(stems.map(subjectOf));
  const near = new NearTexts(0.6, stems);
  for (const stem of stems) near.add(stem);
  const isNearStem = ({ question }: ItemSpec): boolean => subjects.has(subjectOf(question)) || near.has(question);
  const answers = new Set(specs.filter(isNearStem).map(answerKey));
  return (spec) => isNearStem(spec) || answers.has(answerKey(spec));
}

/** With fewer questions, a slide may give more than usual. */
const minQuizQuestions = 8;
/** Maximum random bonus, so that quizzes differ. */
const variation = 0.3;
/** Extra questions, since the gate may refuse some. */
const spare = 4;
/** Share of a quiz on weak areas, if there are any (docs/quality.md, `regeneration`). */
const shareOfWeakAreas = 0.7;

/** Makes questions from facts, weak areas first, then the best, spread over the material. May be more or fewer than requested. */
export function questionsOf(
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
  tag: Tagger | undefined,
): DraftQuestion[] {
  const { random, count, avoidStems = [], difficultyLevel, weakAreas = [] } = options;
  const builder = new QuestionBuilder(facts, phrases, options, tag);
  const isAsked = repeatOf([...builder.byFact.values()].flat(), avoidStems);
  const isWeak = ({ topic }: Fact, specs: readonly ItemSpec[]): boolean =>
    weakAreas.some(
      (area) =>
        fold(area.topic) === fold(topic) || (area.concept !== '' && specs.some(({ concept }) => fold(area.concept) === fold(concept))),
    );
  const candidates = [...builder.byFact].flatMap(([fact, all]): SpecCandidate[] => {
    const weak = isWeak(fact, all);
    const specs = all
      .filter((spec) => !isAsked(spec))
      .map((spec) => ({ spec, score: itemScore(spec, facts) + random() * variation }))
      .sort((one, other) => other.score - one.score);
    const boost = preferences.boost(fact) + difficultyBoost(difficultyLevel, fact);
    const [first] = specs;
    if (!first) return [];
    // Weak areas are asked about from each side.
    const sides = weak ? specs.map((one) => [one]) : [specs];
    return sides.map((side) => ({
      fact,
      specs: side.map(({ spec }) => spec),
      score: (side[0]?.score ?? 0) + boost,
      isWeak: weak,
    }));
  });
  const choice = new QuestionChoice(facts, count, builder, candidates);
  choice.fill(count, (one) => choice.isCrowded(one) || choice.isOneSided(one));
  choice.fill(count + spare, choice.isCrowded);
  // If nearly all facts are on one slide, it may give more questions.
  choice.fill(Math.min(count, minQuizQuestions), () => false);
  const { weak, others } = choice;
  if (weak.length === 0 || weak.length >= count * shareOfWeakAreas) return [...weak, ...others];
  // Shortens the quiz to keep its share of weak areas.
  const total = Math.max(Math.min(3, count), Math.floor(weak.length / shareOfWeakAreas));
  return [...weak, ...others.slice(0, Math.max(0, total - weak.length))];
}
