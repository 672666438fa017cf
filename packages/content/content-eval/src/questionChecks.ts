import { placeOf } from '@lectern/contracts';
import {
  fold,
  hasGrammarCue,
  isFiller,
  isUnmarkedNegative,
  looksApplied,
  pointsAtOptions,
  refersToUnseen,
  weaknessesOf,
} from '@lectern/study-content/gate';
import type { CheckId } from '@lectern/study-content';
import { type Check, figure, median, none, share, type Subject } from './check.ts';
import { areNearDuplicates, type EvaluatedDeck, type EvaluatedQuestion, type QuizRound } from './evaluateDeck.ts';
import { neighbours, shorten, wordsByPlace } from './text.ts';
import { distinctQuestions, everyQuestion, everyQuiz, questionsOfQuiz } from './subjects.ts';
import {
  alsoRight,
  distractorsOf,
  explanationFault,
  kindFault,
  lengthRatio,
  optionFault,
  optionsOf,
  type Rationale,
  rationaleFault,
  rationalesOf,
  stemFault,
  textsOf,
} from './questionFaults.ts';

const rationales = ({ uniqueQuestions }: EvaluatedDeck): Subject<Rationale>[] =>
  uniqueQuestions.flatMap(({ id, draft }) => draft.distractors.map((distractor) => ({ item: id, of: { draft, distractor } })));

/** Minimum share of applied questions, if requested. */
const minAppliedShare = 0.3;

/** Judges questions by form, ignoring the engine's own labels. */
function appliedFault({ questions, limitation }: QuizRound): string | undefined {
  const above = questions.filter(({ draft }) => looksApplied(draft.question)).length;
  return limitation !== undefined || above >= questions.length * minAppliedShare
    ? undefined
    : `${above} of ${questions.length}, not reported`;
}

function nearDuplicatesIn({ questions }: QuizRound): string | undefined {
  for (const [index, one] of questions.entries()) {
    const other = questions.slice(0, index).find(({ draft }) => areNearDuplicates(draft, one.draft));
    if (other) return `${other.id} and ${one.id}: “${shorten(one.draft.question)}”`;
  }
  return undefined;
}

/** The first quiz of a deck, if the deck has enough slides for at most two questions per slide. */
function evenQuizzes(deck: EvaluatedDeck): Subject<QuizRound>[] {
  const [first] = everyQuiz(deck);
  const substantial = [...wordsByPlace(deck.source).values()].filter((count) => count >= 15).length;
  const isDeck = deck.source.passages[0]?.pointer.kind === 'slide';
  return first && isDeck && first.of.questions.length > 0 && substantial * 2 >= first.of.questions.length ? [first] : [];
}

function crowding({ questions }: QuizRound): string | undefined {
  const bySlide = Map.groupBy(questions, ({ draft }) => placeOf(draft.source.pointer));
  const crowded = [...bySlide].filter(([, own]) => own.length > 2).map(([slide, own]) => `${own.length} from slide ${slide}`);
  return crowded.length === 0 ? undefined : crowded.join(', ');
}

const isHonest = ({ asked, questions, shortfall, refusal }: QuizRound): boolean =>
  questions.length === asked || refusal !== undefined || (shortfall?.asked === asked && shortfall.made === questions.length);

/** Returns a test for a flaw whose share is limited, by the flaw's id in the gate. */
const weakness =
  (id: CheckId) =>
  ({ draft }: EvaluatedQuestion): string | undefined =>
    weaknessesOf(draft).includes(id) ? shorten(`${draft.question} → ${draft.answer}`, 120) : undefined;

const unmarkedNegative = ({ draft }: EvaluatedQuestion): string | undefined =>
  isUnmarkedNegative(draft.question) ? shorten(draft.question) : undefined;

/** Checks of single questions and of whole quizzes. */
export const questionChecks: Check[] = [
  none({ id: 'one-right-option', title: 'not one right option of 3 or 4', hard: true }, everyQuestion, optionFault),
  none({ id: 'distinct-options', title: 'options that are equal when folded', hard: true }, everyQuestion, (question) => {
    const texts = optionsOf(question).map((text) => fold(text) || text.trim());
    return new Set(texts).size < texts.length ? texts.join(' | ') : undefined;
  }),
  none({ id: 'no-filler', title: 'filler, or “all of the above”', hard: true }, everyQuestion, (question) =>
    textsOf(question).find((text) => isFiller(text) || pointsAtOptions(text)),
  ),
  none({ id: 'no-filler', title: 'repeated stems in a quiz', hard: true }, everyQuiz, ({ questions }) => {
    const stems = questions.map(({ draft }) => fold(draft.question));
    return stems.find((stem, index) => stems.indexOf(stem) < index);
  }),
  share(
    { id: 'positive-stem', title: 'negative stems', bounds: { most: 0.05 } },
    distinctQuestions,
    (question) => weakness('positive-stem')(question) ?? unmarkedNegative(question),
  ),
  none({ id: 'positive-stem', title: 'negative stems without capitals' }, distinctQuestions, unmarkedNegative),
  share(
    { id: 'even-option-length', title: 'right option 0.67 to 1.5 times the length of the others', bounds: { least: 0.9 } },
    distinctQuestions,
    (question) => {
      const ratio = lengthRatio(question);
      return ratio >= 0.67 && ratio <= 1.5 ? undefined : `ratio ${ratio.toFixed(2)}`;
    },
  ),
  figure(
    { id: 'even-option-length', title: 'median of that ratio', unit: 'number', bound: { least: 0.9, most: 1.15 } },
    ({ uniqueQuestions }) => uniqueQuestions.map(lengthRatio),
    median,
  ),
  none(
    { id: 'no-grammar-cue', title: 'grammar points to one option' },
    (deck) => (deck.source.language === 'en' ? distinctQuestions(deck) : []),
    (question) =>
      hasGrammarCue(question.draft.question, question.draft.answer, distractorsOf(question)) ? textsOf(question).join(' | ') : undefined,
  ),
  share(
    {
      id: 'no-stem-cue',
      title: 'only the right option shares words with the stem',
      bounds: { model: { most: 0.1 }, offline: { most: 0.15 } },
    },
    distinctQuestions,
    weakness('no-stem-cue'),
  ),
  share(
    { id: 'one-kind-of-option', title: 'options of one kind, unit and form; numbers sorted', bounds: { least: 0.95 } },
    distinctQuestions,
    kindFault,
  ),
  share(
    { id: 'clear-stem', title: 'stems that are a question or completion of 5 to 35 words', bounds: { least: 0.95 } },
    distinctQuestions,
    stemFault,
  ),
  share({ id: 'clear-stem', title: '“which of the following is true”', bounds: { most: 0.1 } }, distinctQuestions, weakness('clear-stem')),
  none({ id: 'self-contained', title: 'questions that refer to unseen things', hard: true }, everyQuestion, (question, { source }) => {
    const { explanation, source: citation } = question.draft;
    const near = (): string => neighbours(source, citation.pointer);
    const found = [...textsOf(question), explanation, ...rationalesOf(question)].find((text) => refersToUnseen(text, near));
    return found === undefined ? undefined : `“${shorten(found, 140)}”`;
  }),
  none(
    { id: 'explanation', title: 'explanation not 60 to 500 characters, adds nothing, or no rationales', hard: true },
    everyQuestion,
    explanationFault,
  ),
  share(
    {
      id: 'explanation',
      title: 'rationales with the distractor’s fact and place',
      bounds: { model: { least: 0.95 }, offline: { least: 0.8 } },
    },
    rationales,
    rationaleFault,
  ),
  share(
    {
      id: 'unambiguous',
      title: 'distractors that are also right, as far as a program sees',
      bounds: { model: { most: 0.02 }, offline: { most: 0.05 } },
    },
    distinctQuestions,
    alsoRight,
  ),
  none(
    { id: 'applied-questions', title: 'applied requested: under 30 % above recall, not reported' },
    ({ applied }) => (applied && applied.questions.length > 0 ? [{ item: 'applied quiz', of: applied }] : []),
    appliedFault,
  ),
  none({ id: 'near-duplicates', title: 'near-duplicates in one quiz' }, everyQuiz, nearDuplicatesIn),
  none({ id: 'regeneration', title: 'verbatim repetitions' }, questionsOfQuiz(1), ({ draft }, { quizzes }) =>
    quizzes[0]?.questions.some((other) => fold(other.draft.question) === fold(draft.question)) ? shorten(draft.question) : undefined,
  ),
  share(
    { id: 'regeneration', title: 'questions similar to an earlier one', bounds: { most: 0.1 } },
    questionsOfQuiz(1),
    ({ draft }, { quizzes }) => {
      const other = quizzes[0]?.questions.find((one) => areNearDuplicates(one.draft, draft));
      return other && `near ${other.id}: “${shorten(draft.question)}”`;
    },
  ),
  share({ id: 'regeneration', title: 'on the weak areas', bounds: { least: 0.7 } }, questionsOfQuiz(1), ({ draft }, { quizzes }) => {
    const weakAreas = quizzes[1]?.weakAreas ?? [];
    const isWeak = weakAreas.some(({ topic, concept }) => fold(topic) === fold(draft.topic) || fold(concept) === fold(draft.concept));
    return isWeak ? undefined : `${draft.topic} · ${draft.concept}`;
  }),
  figure(
    { id: 'spread', title: 'questions from the first third of the deck', unit: 'percent', bound: { least: 0.2, most: 0.47 } },
    (deck) => {
      const last = Math.max(...deck.source.passages.map(({ pointer }) => placeOf(pointer)));
      return questionsOfQuiz(0)(deck).map(({ of }) => (placeOf(of.draft.source.pointer) - 1) / last);
    },
    (positions) => positions.filter((position) => position < 1 / 3).length / positions.length,
  ),
  none({ id: 'spread', title: 'more than 2 from a slide if the deck allows 2' }, evenQuizzes, crowding),
  none({ id: 'item-count', title: 'shortfalls that are not reported' }, everyQuiz, (quiz) =>
    isHonest(quiz) ? undefined : `${quiz.questions.length} of ${quiz.asked}, not reported`,
  ),
];
