import { areNumeric } from '../shuffleOptions.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { nearestSentence, sentencesIn } from '../text/sentences.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { contentStems, fold } from '../text/words.ts';
import { isContradiction } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { factStems } from './everydayWords.ts';
import { calculableFrom, inventedQuantity, quantitiesOf } from './numbers.ts';
import { hasSign, isSign } from './signs.ts';
import { isCase } from './wording.ts';

/** What a draft claims about its source. */
export interface Claim {
  /** The answer of a question, or the back of a card. */
  answer: string;
  /** The question, or the front of a card. */
  asked: string;
  /** The explanation of a question: the decision of a case may stand there alone. */
  explanation?: string;
  /** Why the answer is right, in a sentence; empty where it only quotes. */
  rationale?: string;
  /** The wrong options of a question. */
  distractors?: readonly string[];
}

/** Shares of an answer's words that the source has to hold. */
const leastSupport = { short: 0.5, long: 0.6, case: 0.4, explanation: 0.5 } as const;
/** An answer of at most so many words is short. */
const shortAnswer = 2;
const fewestReasons = 3;

/** The share of a quote's facts that a question retells with its answer and explanation; and how many facts such a quote has. */
const retold = { share: 0.55, fewestFacts: 4 } as const;

/**
 * Whether a question retells what it quotes, so that the answer may use words of its own. A wrong option with more words of the quote and the
 * explanation than the answer shows that these speak of the wrong option.
 */
function isRetold({ asked, answer, explanation = '', rationale = '', distractors = [] }: Claim, { quote }: Evidence): boolean {
  const facts = factStems(quote);
  const own = wordsIn([asked, answer, explanation, rationale].join('\n'));
  if (explanation === '' || facts.length < retold.fewestFacts || coverage(facts, own) < retold.share) return false;
  const told = wordsIn(`${quote}\n${explanation}`);
  const inQuestion = wordsIn(asked);
  const toldOf = (text: string): number => factStems(text).filter((word) => !holds(inQuestion, word) && holds(told, word)).length;
  return toldOf(answer) > 0 && distractors.every((text) => toldOf(text) <= toldOf(answer));
}

/** Whether an answer has no fact of its slide or paragraph, and all its facts stand beside it: then another place answers. */
function standsElsewhere({ answer, asked }: Claim, { passage, passageText, quote, place, frame, heading, words }: Evidence): boolean {
  const facts = factStems(answer);
  if (!passage || facts.length === 0 || areNumeric([answer])) return false;
  const own = wordsIn([passageText, quote, place(), frame(), heading(), asked].join('\n'));
  const near = words();
  return facts.every((word) => !holds(own, word) && holds(near, word));
}

/** Whether a sign stands in the quote, or in its passage where the quote has no sign. */
const tellsSign = (sign: string, { quote, passageText, frame }: Evidence): boolean =>
  (hasSign(quote) ? quote : `${passageText}\n${frame()}`).includes(sign.trim());

/** Whether too few of an answer's words stand at its pointer or beside it. Words that only repeat the question support nothing. */
export function isUnsupported(claim: Claim, evidence: Evidence): boolean {
  const { answer, asked, explanation = '' } = claim;
  // Whether a number is in the passage is told by `inventsNumber`, in digits or words.
  if (areNumeric([answer])) return false;
  if (isSign(answer)) return !tellsSign(answer, evidence);
  if (!isCase(asked) && standsElsewhere({ answer, asked }, evidence)) return true;
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
  if (isTold || isRetold(claim, evidence)) return false;
  if (!isCase(asked)) return true;
  const reasons = factStems(explanation).filter((word) => !holds(inQuestion, word));
  return share < leastSupport.case && (reasons.length < fewestReasons || coverage(reasons, near) < leastSupport.explanation);
}

/** Shares and words from which on a sentence of an explanation retells one of the passage. */
const retelling = { share: 0.7, fewestWords: 3 } as const;

/** Whether a sentence of an explanation denies or reverses the sentence of the passage that it retells. */
export function explainsTheReverse(explanation: string, { passage, wholeText }: Evidence): boolean {
  if (!passage) return false;
  return sentencesIn(explanation).some((claim) => {
    const stems = contentStems(claim);
    const sentence = nearestSentence(stems, wholeText);
    return (
      stems.size >= retelling.fewestWords &&
      coverage(stems, wordsIn(sentence)) >= retelling.share &&
      isContradiction({ claim, asked: '', quote: sentence, passage: sentence, frame: '' })
    );
  });
}

/** Whether an answer denies or reverses what the cited passage says. Of a case only the last sentence asks. */
export function contradictsPassage(
  { answer, asked }: Claim,
  { passage, quote, passageText, wholeText, sentence, frame }: Evidence,
): boolean {
  if (!passage) return false;
  // A quote that is a part of a sentence may say the opposite of it.
  const isPart = wholeText !== passageText && sentence().includes(quote);
  return isContradiction({
    claim: answer,
    asked: isCase(asked) ? (sentencesIn(asked).at(-1) ?? asked) : asked,
    told: asked,
    quote: isPart ? sentence() : quote,
    passage: passage.cells?.join('\n') ?? wholeText,
    frame: frame(),
  });
}

/** Whether a text is numbers with their units and no other word of weight, such as "430 and 662 nm". */
const isOnlyNumbers = (text: string): boolean =>
  quantitiesOf(text).length > 0 && factStems(text.replace(/(?<=\d\s?)\p{L}{1,4}(?!\p{L})/gu, ' ')).every((word) => /^[\d.,%]+$/.test(word));

/**
 * Whether a number of an answer does not stand near the cited passage. An answer that is nothing but a number has to take it from the
 * passage, and from the quote where the quote has numbers.
 */
export function inventsNumber({ answer, asked }: Claim, { quote, passageText, context }: Evidence): boolean {
  const isQuantity = areNumeric([answer]) || isOnlyNumbers(answer);
  const near =
    isQuantity && quantitiesOf(quote).length > 0 ? quote : isQuantity && quantitiesOf(passageText).length > 0 ? passageText : context();
  const invented = inventedQuantity(answer, near === quote ? quote : `${near}\n${asked}`);
  if (invented === undefined || !isCase(asked)) return invented !== undefined;
  // A case has numbers of its own, and what follows from them.
  return !calculableFrom(`${asked}\n${quote}`)(invented.value);
}

/** Whether a text gives an instruction to the engine. An instruction that the material itself quotes may be quoted. */
export function followsPromptInjection(text: string, { passageText }: Evidence): boolean {
  if (!hasPromptInjection(text)) return false;
  const isQuotation = /^["“„«‘'].*["”“»’'][.]?$/su.test(text.trim());
  return !isQuotation || hasPromptInjection(passageText) || !fold(passageText).includes(fold(text));
}
