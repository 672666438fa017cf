import { areNumeric } from '../questionOptions.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { nearestSentence, sentencesIn } from '../text/sentences.ts';
import { coverage, hasStem, wordsIn } from '../text/wordMatching.ts';
import { contentStems, factStems, fold } from '../text/words.ts';
import { isContradiction } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { calculableFrom, inventedQuantity, quantitiesOf } from './numbers.ts';
import { hasSign, isSign } from './options.ts';
import { isCase } from './wording.ts';

export interface Claim {
  /** The answer of a question, or the back of a card. */
  answer: string;
  /** The question, or the front of a card. */
  question: string;
  /** The explanation of a question. For a case, it may be the only text that supports the answer. */
  explanation?: string;
  /** Why the answer is right; empty if it only quotes. */
  rationale?: string;
  distractors?: readonly string[];
}

/** Minimum shares of an answer's words in the source. */
const minSupport = { short: 0.5, long: 0.6, case: 0.4, explanation: 0.5 } as const;
/** In words. */
const shortAnswer = 2;
const minReasonWords = 3;

/** Minimum share of the quote's facts that a question repeats, and minimum number of facts in such a quote. */
const retold = { share: 0.55, minFacts: 4 } as const;

/**
 * Whether a question retells its quote, and no distractor shares more words with the quote than the answer does. The answer may then use
 * other words.
 */
function isRetold({ question, answer, explanation = '', rationale = '', distractors = [] }: Claim, { quote }: Evidence): boolean {
  const facts = factStems(quote);
  const own = wordsIn([question, answer, explanation, rationale].join('\n'));
  if (explanation === '' || facts.length < retold.minFacts || coverage(facts, own) < retold.share) return false;
  const support = wordsIn(`${quote}\n${explanation}`);
  const inQuestion = wordsIn(question);
  const supportedWords = (text: string): number =>
    factStems(text).filter((word) => !hasStem(inQuestion, word) && hasStem(support, word)).length;
  return supportedWords(answer) > 0 && distractors.every((text) => supportedWords(text) <= supportedWords(answer));
}

/** Whether all facts of an answer are in neighbouring places and none in the cited one, so that the wrong place is cited. */
function isFromElsewhere({ answer, question }: Claim, { passage, passageText, quote, place, frame, heading, words }: Evidence): boolean {
  const facts = factStems(answer);
  if (!passage || facts.length === 0 || areNumeric([answer])) return false;
  const own = wordsIn([passageText, quote, place(), frame(), heading(), question].join('\n'));
  const near = words();
  return facts.every((word) => !hasStem(own, word) && hasStem(near, word));
}

/** Whether the quote contains a sign. If the quote has no signs at all, searches the passage. */
const hasCitedSign = (sign: string, { quote, passageText, frame }: Evidence): boolean =>
  (hasSign(quote) ? quote : `${passageText}\n${frame()}`).includes(sign.trim());

/** Whether too few of an answer's words are at its pointer or next to it. Words repeated from the question are no support. */
export function isUnsupported(claim: Claim, evidence: Evidence): boolean {
  const { answer, question, explanation = '' } = claim;
  // `inventsNumber` checks numbers, in digits or words.
  if (areNumeric([answer])) return false;
  if (isSign(answer)) return !hasCitedSign(answer, evidence);
  if (!isCase(question) && isFromElsewhere({ answer, question }, evidence)) return true;
  const near = evidence.words();
  const inQuestion = wordsIn(question);
  const facts = factStems(answer);
  const words = facts.length > 0 ? facts : [...contentStems(answer)];
  if (words.length === 0) return false;
  const support = words.filter((word) => hasStem(near, word)).length;
  const repeated = words.filter((word) => !hasStem(near, word) && hasStem(inQuestion, word)).length;
  const share = (support + repeated) / words.length;
  const least = words.length <= shortAnswer ? minSupport.short : minSupport.long;
  const isSupported = share >= least && (support > 0 || words.length === 1);
  if (isSupported || isRetold(claim, evidence)) return false;
  if (!isCase(question)) return true;
  const reasons = factStems(explanation).filter((word) => !hasStem(inQuestion, word));
  return share < minSupport.case && (reasons.length < minReasonWords || coverage(reasons, near) < minSupport.explanation);
}

/** From these values on, a sentence of an explanation retells a sentence of the passage. */
const retelling = { share: 0.7, minWords: 3 } as const;

/** Whether a sentence of an explanation negates or reverses the sentence of the passage that it retells. */
export function explainsTheReverse(explanation: string, { passage, wholeText }: Evidence): boolean {
  if (!passage) return false;
  return sentencesIn(explanation).some((claim) => {
    const stems = contentStems(claim);
    const sentence = nearestSentence(stems, wholeText);
    return (
      stems.size >= retelling.minWords &&
      coverage(stems, wordsIn(sentence)) >= retelling.share &&
      isContradiction({ claim, question: '', quote: sentence, passage: sentence, frame: '' })
    );
  });
}

/** Whether an answer negates or reverses the cited passage. In a case only the last sentence is the question. */
export function contradictsPassage(
  { answer, question }: Claim,
  { passage, quote, passageText, wholeText, sentence, frame }: Evidence,
): boolean {
  if (!passage) return false;
  // A part of a sentence may say the opposite of the whole.
  const isPart = wholeText !== passageText && sentence().includes(quote);
  return isContradiction({
    claim: answer,
    question: isCase(question) ? (sentencesIn(question).at(-1) ?? question) : question,
    questionWithCase: question,
    quote: isPart ? sentence() : quote,
    passage: passage.cells?.join('\n') ?? wholeText,
    frame: frame(),
  });
}

/** Whether a text consists of numbers with units and everyday words, such as "430 and 662 nm". */
const isOnlyNumbers = (text: string): boolean =>
  quantitiesOf(text).length > 0 && factStems(text.replace(/(?<=\d\s?)\p{L}{1,4}(?!\p{L})/gu, ' ')).every((word) => /^[\d.,%]+$/.test(word));

/** Whether a number of an answer is not near the cited passage. An answer that is only a number must take it from the quote. */
export function inventsNumber({ answer, question }: Claim, { quote, passageText, context }: Evidence): boolean {
  const isQuantity = areNumeric([answer]) || isOnlyNumbers(answer);
  const near =
    isQuantity && quantitiesOf(quote).length > 0 ? quote : isQuantity && quantitiesOf(passageText).length > 0 ? passageText : context();
  const invented = inventedQuantity(answer, near === quote ? quote : `${near}\n${question}`);
  if (invented === undefined || !isCase(question)) return invented !== undefined;
  // A case may calculate with its own numbers.
  return !calculableFrom(`${question}\n${quote}`)(invented.value);
}

/** Whether a text gives instructions to the engine. Quotations of the material may. */
export function followsPromptInjection(text: string, { passageText }: Evidence): boolean {
  if (!hasPromptInjection(text)) return false;
  const isQuotation = /^["“„«‘'].*["”“»’'][.]?$/su.test(text.trim());
  return !isQuotation || hasPromptInjection(passageText) || !fold(passageText).includes(fold(text));
}
