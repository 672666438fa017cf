import type { DraftQuestion } from '../StudyContentEngine.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { contentStems, fold } from '../text/words.ts';
import type { Evidence } from './Evidence.ts';
import { factStems } from './everydayWords.ts';

/** Characters of an explanation (docs/quality.md, `explanation`). */
const shortestExplanation = 60;
const longestExplanation = 500;
/** Words of an explanation that the answer does not have. */
const fewestAddedWords = 2;

/** Whether an explanation is too short or long, or says nothing beyond the answer. */
export function isThinExplanation({ answer, explanation }: DraftQuestion): boolean {
  const text = explanation.trim();
  const inAnswer = contentStems(answer);
  const added = [...contentStems(text)].filter((word) => !inAnswer.has(word));
  return text.length < shortestExplanation || text.length > longestExplanation || added.length < fewestAddedWords;
}

/** A shorter rationale that stands under every distractor, such as "Wrong.", explains none of them. */
const shortestSharedRationale = 15;

/** Whether an option has no rationale, or all distractors have the same short one. */
export function lacksRationale({ answerRationale, distractors }: DraftQuestion): boolean {
  if ([answerRationale, ...distractors.map(({ rationale }) => rationale)].some((rationale) => rationale.trim() === '')) return true;
  const folded = distractors.map(({ rationale }) => fold(rationale));
  return folded.every((rationale) => rationale.length < shortestSharedRationale) && new Set(folded).size === 1;
}

/** Shares of words by which an explanation is told to be about the answer, about another option, or about nothing of the question. */
const aboutAnswer = 0.34;
const aboutOption = 0.6;
const aboutQuestion = { least: 0.2, sure: 0.3 } as const;
const leastKnownWords = 0.25;

/** For each option the words that tell it from the others: by their roots, or, where the roots are in all of them, as written. */
function distinctiveWords(options: readonly string[], question: string): string[][] {
  const inQuestion = wordsIn(question);
  const words = options.map(wordsIn);
  return options.map((option, index) => {
    const stems = factStems(option).filter((word) => !holds(inQuestion, word));
    const byRoot = stems.filter((word) => words.every((other, at) => at === index || !holds(other, word)));
    return byRoot.length > 0 ? byRoot : stems.filter((word) => words.every((other, at) => at === index || !other.stems.has(word)));
  });
}

/** Whether an explanation opens with a distractor and never names the answer. */
const opensWithDistractor = ({ answer, distractors, explanation }: DraftQuestion): boolean => {
  const text = fold(explanation);
  return !text.includes(fold(answer)) && distractors.some((distractor) => text.startsWith(`${fold(distractor.text)} `));
};

/** Whether an explanation gives the reason for another option than the answer, or has nothing to do with the question. */
export function explainsSomethingElse(draft: DraftQuestion, { passage, passageText, quote }: Evidence): boolean {
  if (opensWithDistractor(draft)) return true;
  const { question, answer, explanation, distractors } = draft;
  const told = wordsIn(explanation);
  const distinctive = distinctiveWords([answer, ...distractors.map(({ text }) => text)], question);
  const [ofAnswer, ...ofDistractors] = distinctive.map((words) => (words.length === 0 ? undefined : coverage(words, told)));
  const questionShare = coverage(new Set([...factStems(answer), ...factStems(question)]), told);
  if (ofAnswer !== undefined && ofAnswer < aboutAnswer) {
    // A good explanation may say what a wrong option really is, but it does not open with it.
    const opening = wordsIn(explanation.split(/[.;:。](?:\s|$)/)[0] ?? '');
    const opensWithOther = distinctive.slice(1).some((words) => words.length > 0 && coverage(words, opening) >= aboutOption);
    const tellsOther = ofDistractors.some((share) => share !== undefined && share >= aboutOption);
    if (tellsOther && (opensWithOther || questionShare < aboutQuestion.sure)) return true;
  }
  if (questionShare >= aboutQuestion.least) return false;
  const known = wordsIn(`${passage ? passageText : quote} ${question} ${answer}`);
  return coverage(factStems(explanation), known) < leastKnownWords;
}
