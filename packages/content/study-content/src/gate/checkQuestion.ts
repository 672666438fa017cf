import type { Source } from '@lectern/contracts';
import type { DraftQuestion } from '../StudyContentEngine.ts';
import { contentStems, wordCount } from '../text/words.ts';
import { hasSecondAnswer, isKeyedWrong } from './ambiguousOptions.ts';
import { type Check, type CheckId, failedChecks } from './Check.ts';
import { type Claim, contradictsPassage, explainsTheReverse, followsPromptInjection, inventsNumber, isUnsupported } from './claims.ts';
import { type Evidence, evidenceOf } from './Evidence.ts';
import { explainsSomethingElse, isThinExplanation, lacksRationale } from './explanations.ts';
import { isCase, isInOtherLanguage, isUnmarkedNegative, refersToUnseen, withoutCounts, withoutPlaces } from './wording.ts';
import { inventedName } from './names.ts';
import { calculableFrom, figuresOf, hasOtherUnit, inventedQuantity, unitsByValue, valuesOf } from './numbers.ts';
import {
  areOfDifferentKinds,
  hasGrammarCue,
  isFiller,
  isKeyLetter,
  isSameOption,
  leakOf,
  pointsAtOptions,
  standsInQuestion,
} from './options.ts';
import { isFromPromptInjection } from './quotes.ts';
import { mean } from '../text/collections.ts';

const wrongOptions = ({ distractors }: DraftQuestion): string[] => distractors.map(({ text }) => text);
const allOptions = (draft: DraftQuestion): string[] => [draft.answer, ...wrongOptions(draft)];
const stemAndOptions = (draft: DraftQuestion): string[] => [draft.question, ...allOptions(draft)];
const allTexts = (draft: DraftQuestion): string[] => [
  ...stemAndOptions(draft),
  draft.explanation,
  draft.answerRationale,
  ...draft.distractors.map(({ rationale }) => rationale),
];
const claimOf = ({ answer, question, explanation, answerRationale, source, distractors }: DraftQuestion): Claim => ({
  answer,
  question,
  explanation,
  rationale: answerRationale.includes(source.quote) ? '' : answerRationale,
  distractors: distractors.map(({ text }) => text),
});

const isMarkedNegative = (question: string): boolean => /\b(NOT|EXCEPT|LEAST|NEVER)\b/.test(question);

const optionCount = { least: 3, most: 4 } as const;
/** The key's length relative to the mean length of the distractors. Short terms may vary. */
const keyLength = { least: 0.57, most: 1.75, ofDistractorsOver: 16, maxTimesLongest: 3, minLongest: 12 } as const;

function isKeyOfUnevenLength({ answer, distractors }: DraftQuestion): boolean {
  const lengths = distractors.map(({ text }) => text.length);
  const usual = mean(lengths);
  const ratio = answer.length / Math.max(1, usual);
  const isUneven = usual > keyLength.ofDistractorsOver && (ratio > keyLength.most || ratio < keyLength.least);
  return isUneven || answer.length > keyLength.maxTimesLongest * Math.max(keyLength.minLongest, ...lengths);
}

const strongLeak = { share: 0.5, words: 2 } as const;

/** Whether half of the key, or one of its two words, is in the question and in no distractor. */
function leaksKey(draft: DraftQuestion): boolean {
  const { words, share } = leakOf(draft.question, draft.answer, wrongOptions(draft));
  return share >= strongLeak.share && (words >= strongLeak.words || contentStems(draft.answer).size <= 2);
}

/** Limits for the length of a question, in characters or words. */
const stemLength = { minCharacters: 8, minWords: 4, maxWords: 45, maxCaseWords: 90 } as const;

function isUnclearStem(question: string, language: string): boolean {
  const words = wordCount(question);
  return (
    question.trim().length < stemLength.minCharacters ||
    words > stemLength.maxCaseWords ||
    (language === 'en' && words < stemLength.minWords) ||
    (words > stemLength.maxWords && !isCase(question))
  );
}

/** Whether an explanation has a number that is neither in the source nor in the question and its options, or has it with another unit. */
function explainsWithInventedNumber(draft: DraftQuestion, { values, units, quote, context }: Evidence): boolean {
  // An explanation of a case may calculate with the case's numbers.
  const isOwn = isCase(draft.question) ? calculableFrom(`${draft.question}\n${quote}`) : () => false;
  const text = withoutPlaces(draft.explanation);
  const explanation = figuresOf(text).some(({ value }) => isOwn(value))
    ? text.replace(/\d+(?:[.,]\d+)*/g, (figure) => (isOwn(figure.replace(',', '.')) ? ' ' : figure))
    : text;
  const inAnswer = valuesOf(draft.answer);
  // The explanation may discuss the number of a distractor in addition to the answer's, but not instead of it.
  const statesAnswer = inAnswer.size === 0 || figuresOf(explanation).some(({ value }) => inAnswer.has(value));
  const texts = [draft.question, draft.answer, ...(statesAnswer ? wrongOptions(draft) : [])].join('\n');
  const offered = valuesOf(texts);
  return (
    figuresOf(explanation).some(({ value }) => !values.has(value) && !offered.has(value)) ||
    hasOtherUnit(explanation, context, () => [units(), unitsByValue(texts)])
  );
}

const questionChecks: readonly Check<DraftQuestion>[] = [
  {
    id: 'one-right-option',
    fails: ({ distractors }) => distractors.length + 1 < optionCount.least || distractors.length + 1 > optionCount.most,
  },
  {
    id: 'one-right-option',
    fails: (draft, { passageText }) =>
      allOptions(draft).some((text, index, options) => isKeyLetter(text, options.toSpliced(index, 1), passageText)),
  },
  {
    id: 'distinct-options',
    fails: (draft) => allOptions(draft).some((text, index, options) => options.slice(0, index).some((other) => isSameOption(text, other))),
  },
  {
    id: 'no-filler',
    fails: (draft) => isFiller(draft.question) || allOptions(draft).some((text) => isFiller(text) || pointsAtOptions(text)),
  },
  { id: 'positive-stem', fails: ({ question }) => isUnmarkedNegative(question) },
  { id: 'even-option-length', fails: isKeyOfUnevenLength },
  { id: 'no-grammar-cue', fails: (draft) => hasGrammarCue(draft.question, draft.answer, wrongOptions(draft)) },
  { id: 'no-stem-cue', fails: (draft, { language }) => language === 'en' && !isCase(draft.question) && leaksKey(draft) },
  { id: 'no-stem-cue', fails: (draft) => standsInQuestion(draft.question, draft.answer, wrongOptions(draft)) },
  { id: 'one-kind-of-option', fails: (draft) => areOfDifferentKinds(draft.question, draft.answer, wrongOptions(draft)) },
  { id: 'clear-stem', fails: ({ question }, { language }) => isUnclearStem(question, language) },
  {
    id: 'self-contained',
    fails: (draft, { neighbours }) => [...stemAndOptions(draft), draft.explanation].some((text) => refersToUnseen(text, neighbours)),
  },
  { id: 'no-prompt-injection', fails: (draft, evidence) => allTexts(draft).some((text) => followsPromptInjection(text, evidence)) },
  { id: 'no-prompt-injection', fails: (_, { quote, passageText }) => isFromPromptInjection(quote, passageText) },
  { id: 'explanation', fails: isThinExplanation },
  { id: 'explanation', fails: explainsSomethingElse },
  { id: 'explanation', fails: lacksRationale },
  { id: 'quote-verbatim', fails: (_, { isVerbatim }) => !isVerbatim },
  { id: 'names-and-numbers', fails: explainsWithInventedNumber },
  { id: 'names-and-numbers', fails: ({ answer, question }, evidence) => inventedName(answer, question, evidence) !== undefined },
  { id: 'same-language', fails: (draft, { languages }) => isInOtherLanguage(stemAndOptions(draft).join(' '), languages) },
  { id: 'same-language', fails: ({ explanation }, { languages }) => isInOtherLanguage(explanation, languages) },
  {
    id: 'same-language',
    fails: (draft, { languages }) => isInOtherLanguage(`${stemAndOptions(draft).join(' ')} ${draft.explanation}`, languages),
  },
];

/** Checks against the cited passage. They only apply if the quote is verbatim. */
const citedQuestionChecks: readonly Check<DraftQuestion>[] = [
  { id: 'supported-by-source', fails: (draft, evidence) => isUnsupported(claimOf(draft), evidence) },
  { id: 'no-contradiction', fails: (draft, evidence) => contradictsPassage(claimOf(draft), evidence) },
  {
    id: 'no-contradiction',
    fails: ({ question, explanation }, evidence) => !isMarkedNegative(question) && explainsTheReverse(explanation, evidence),
  },
  { id: 'unambiguous', fails: hasSecondAnswer },
  { id: 'unambiguous', fails: isKeyedWrong },
  { id: 'names-and-numbers', fails: (draft, evidence) => inventsNumber(claimOf(draft), evidence) },
  {
    // A case may have its own values.
    id: 'names-and-numbers',
    fails: ({ question }, { context }) => !isCase(question) && inventedQuantity(withoutCounts(question), context()) !== undefined,
  },
];

/**
 * Checks a question on its own. For repetitions, see `isSameQuestion`.
 *
 * @returns the ids of the failed checks of docs/quality.md
 */
export function checkQuestion(draft: DraftQuestion, source: Source): CheckId[] {
  const evidence = evidenceOf(source, draft.source);
  return failedChecks(evidence.isVerbatim ? [...questionChecks, ...citedQuestionChecks] : questionChecks, draft, evidence);
}
