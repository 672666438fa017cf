import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { contentStems, fold, likeness } from '../../../text/words.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import { QuestionBuilder } from './QuestionBuilder.ts';
import { QuestionChoice, type AskableFact, type Chosen } from './QuestionChoice.ts';

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);

/** Stems of the words of the question frames, which do not belong to a question's subject. */
const frameWords = contentStems(
  'meant meaning describes described defined material statement gives true role play term names value directly comes applies say says said',
);

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !frameWords.has(word))
    .sort()
    .join(' ');

const answerKey = ({ answer, source }: DraftQuestion): string => `${fold(answer)}@${placeOf(source.pointer)}`;

/** Whether a question was asked before in any wording, or has the same answer from the same place as such a question. */
function askedBefore(drafts: readonly DraftQuestion[], stems: readonly string[]): (draft: DraftQuestion) => boolean {
  if (stems.length === 0) return () => false;
  const subjects = new Set(stems.map(subjectOf));
  const near = new NearTexts(0.6, stems);
  for (const stem of stems) near.add(stem);
  const isNearStem = ({ question }: DraftQuestion): boolean => subjects.has(subjectOf(question)) || near.has(question);
  const answers = new Set(drafts.filter(isNearStem).map(answerKey));
  return (draft) => isNearStem(draft) || answers.has(answerKey(draft));
}

/** When a quiz has fewer questions than this, a slide may give more than usual. */
const fewestOfAQuiz = 5;
/** How much chance adds at most, so that quizzes differ. */
const variation = 0.4;

/** Questions beyond those that were asked for: the gate may refuse some. */
const spare = 4;

/**
 * Questions from facts, best first: weak areas lead, then the facts that are surest to make good questions, from all parts of the material and
 * of all kinds. There are more than asked for, since the gate may refuse some.
 */
export function questionsOf(
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
  tag: Tagger | undefined,
): DraftQuestion[] {
  const { random, count, avoidStems = [], difficultyLevel, weakAreas = [] } = options;
  const all = new QuestionBuilder(facts, phrases, options, tag).all();
  const isAsked = askedBefore(
    all.flatMap(({ possible }) => possible.map(({ draft }) => draft)),
    avoidStems,
  );
  const isWeak = ({ topic }: Fact, drafts: readonly DraftQuestion[]): boolean =>
    weakAreas.some(
      (area) =>
        fold(area.topic) === fold(topic) || (area.concept !== '' && drafts.some(({ concept }) => fold(area.concept) === fold(concept))),
    );
  const candidates = all.flatMap(({ fact, possible }): AskableFact[] => {
    // Of the ways to ask for a fact the best are tried first; which of equal ones is random.
    const left = shuffled(possible, random)
      .filter(({ draft }) => !isAsked(draft))
      .sort((one, other) => other.worth - one.worth);
    const [first] = left;
    if (!first) return [];
    const drafts = left.map(({ draft }) => draft);
    return [
      {
        fact,
        possible: left,
        score: first.worth + difficultyBoost(difficultyLevel, fact) + random() * variation + preferences.boost(fact),
        isWeak: isWeak(fact, drafts),
      },
    ];
  });
  const choice = new QuestionChoice(facts, count, candidates);
  choice.fill(count, (one) => choice.isCrowded(one) || choice.isOneSided(one));
  choice.fill(count + spare, choice.isCrowded);
  // Where nearly all facts stand on one slide, it may be asked about more often.
  choice.fill(Math.min(count, fewestOfAQuiz), () => false);
  return withOtherAngles(choice.chosen, options);
}

/**
 * Where the weak areas hold fewer facts than they should fill, their facts are asked from a second side, before questions on anything else:
 * at least seven in ten are to be on them (docs/quality.md, `regeneration`).
 */
function withOtherAngles(chosen: readonly Chosen[], options: QuizOptions): DraftQuestion[] {
  const weak = chosen.filter(({ asked }) => asked.isWeak);
  const others = chosen.filter(({ asked }) => !asked.isWeak).map(({ draft }) => draft);
  const first = weak.map(({ draft }) => draft);
  const wanted = Math.ceil(options.count * 0.75);
  const isTaken = (one: DraftQuestion, other: DraftQuestion): boolean =>
    likeness(one.question, other.question) >= 0.6 || fold(one.answer) === fold(other.answer);
  const second =
    first.length >= wanted ? [] : weak.flatMap(({ asked, draft }) => asked.possible.map((one) => one.draft).filter((one) => one !== draft));
  const added: DraftQuestion[] = [];
  for (const draft of second) {
    if (first.length + added.length >= wanted) break;
    if (![...first, ...added].some((other) => isTaken(draft, other))) added.push(draft);
  }
  const focused = [...first, ...added];
  if (!options.weakAreas?.length || focused.length >= wanted) return [...focused, ...others];
  // The quiz is shortened, so that its share of weak areas stays at 70 %.
  const total = Math.max(Math.min(3, options.count), Math.floor(focused.length / 0.7));
  return [...focused, ...others.slice(0, Math.max(0, total - focused.length))];
}
