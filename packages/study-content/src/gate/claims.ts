import { areNumeric } from '../shuffleOptions.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesIn } from '../text/sentences.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { contentStems, fold } from '../text/words.ts';
import { isContradiction } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { factStems } from './everydayWords.ts';
import { inventedQuantity, quantitiesOf } from './numbers.ts';
import { isCase } from './wording.ts';

/** What a draft claims about its source. */
export interface Claim {
  /** The answer of a question, or the back of a card. */
  answer: string;
  /** The question, or the front of a card. */
  asked: string;
  /** The explanation of a question: the decision of a case may stand there alone. */
  explanation?: string;
}

/** Shares of an answer's words that the source has to hold. */
const leastSupport = { short: 0.5, long: 0.6, case: 0.4, explanation: 0.5 } as const;
/** An answer of at most so many words is short. */
const shortAnswer = 2;
const fewestReasons = 3;

/** Whether too few of an answer's words stand at its pointer or beside it. Words that only repeat the question support nothing. */
export function isUnsupported({ answer, asked, explanation = '' }: Claim, evidence: Evidence): boolean {
  const near = evidence.words();
  const inQuestion = wordsIn(asked);
  const facts = factStems(answer);
  const words = facts.length > 0 ? facts : [...contentStems(answer)];
  if (words.length === 0) return false;
  const told = words.filter((word) => holds(near, word)).length;
  const repeated = words.filter((word) => !holds(near, word) && holds(inQuestion, word)).length;
  const share = (told + repeated) / words.length;
  const least = words.length <= shortAnswer ? leastSupport.short : leastSupport.long;
  const isTold = share >= least && (told > 0 || words.length === 1);
  if (isTold || !isCase(asked)) return !isTold;
  const reasons = factStems(explanation).filter((word) => !holds(inQuestion, word));
  return share < leastSupport.case && (reasons.length < fewestReasons || coverage(reasons, near) < leastSupport.explanation);
}

/** Whether an answer denies or reverses what the cited passage says. Of a case only the last sentence asks. */
export function contradictsPassage({ answer, asked }: Claim, { passage, quote, frame }: Evidence): boolean {
  if (!passage) return false;
  return isContradiction({
    claim: answer,
    asked: isCase(asked) ? (sentencesIn(asked).at(-1) ?? asked) : asked,
    told: asked,
    quote,
    passage: passage.cells?.join('\n') ?? passage.text,
    frame: frame(),
  });
}

/**
 * Whether a number of an answer does not stand near the cited passage. An answer that is nothing but a number has to take it from the
 * passage, and from the quote where the quote has numbers.
 */
export function inventsNumber({ answer, asked }: Claim, { quote, passageText, context }: Evidence): boolean {
  const isQuantity = areNumeric([answer]);
  if (isQuantity && quantitiesOf(quote).length > 0) return inventedQuantity(answer, quote) !== undefined;
  const near = isQuantity && quantitiesOf(passageText).length > 0 ? passageText : context();
  return inventedQuantity(answer, `${near}\n${asked}`) !== undefined;
}

/** Whether a text gives an instruction to the engine. An instruction that the material itself quotes may be quoted. */
export function followsPromptInjection(text: string, { passageText }: Evidence): boolean {
  if (!hasPromptInjection(text)) return false;
  const isQuotation = /^["“„«‘'].*["”“»’'][.]?$/su.test(text.trim());
  return !isQuotation || hasPromptInjection(passageText) || !fold(passageText).includes(fold(text));
}
