import type { Source } from '@lectern/contracts';
import type { DraftCard } from '../StudyContentEngine.ts';
import { containsWords, contentStems, fold, stem, wordCount, wordsOf } from '../text/words.ts';
import { type Check, type CheckId, failedChecks } from './Check.ts';
import { type Claim, contradictsPassage, followsPromptInjection, inventsNumber, isUnsupported } from './claims.ts';
import { evidenceOf } from './Evidence.ts';
import { isInOtherLanguage, refersToUnseen, withoutCounts } from './wording.ts';
import { inventedName } from './names.ts';
import { inventedQuantity } from './numbers.ts';
import { isFiller, isSign } from './options.ts';
import { isFromPromptInjection } from './quotes.ts';

const claimOf = ({ front, back }: DraftCard): Claim => ({ answer: back, question: front });
const sidesOf = ({ front, back }: DraftCard): string[] => [front, back];

const gap = /_{2,}|\[…\]|\[\.\.\.\]|\{\{[^{}]+\}\}/;

/** Whether "it" is expletive: "How long does it take", "is it true that". */
function announcesIt(front: string): boolean {
  const it = /\b(is|was|does|can|would|makes?|when|if|how long) it\b/i.exec(front);
  return it !== null && /\b(to|that|take|when)\b/i.test(front.slice(it.index + it[0].length));
}

/** Whether a front starts with a demonstrative, or uses a pronoun before it names anything. */
function dependsOnContext(front: string): boolean {
  if (/^(it|its|this|these|those|they|their|he|she|his|her|such|here|there it)\b/i.test(front)) return true;
  const pointing = /\b(this|these|those|such a|the (above|following|former|latter|said))\s+(\p{L}+)?/iu.exec(front);
  if (pointing) {
    const before = front.slice(0, pointing.index);
    if (!gap.test(before) && contentStems(before).size < 2 && !/\bthis (means|is why)\b/i.test(front)) return true;
  }
  const pronoun = /\b(it|they|them|its|their|he|she)\b/i.exec(front);
  if (pronoun === null || announcesIt(front)) return false;
  // In "At which wavelengths does it absorb most?", the pronoun is the subject.
  const isSubject = /^(what|which|where|when|why|how|at|in|by|from|to)\b[^,]*\b(does|do|did|is|are|was|were|can) (it|they|he|she)\b/i.test(
    front,
  );
  const namedBefore = contentStems(front.slice(0, pronoun.index));
  return namedBefore.size === 0 || (isSubject && namedBefore.size <= 1);
}

const wordsForOr = ['or', 'oder', 'ou', 'o'];

/** Whether the front offers the back as an alternative: "Is it the loss or the gain?" */
const isOfferedIn = (front: string, foldedBack: string): boolean => {
  const asked = ` ${fold(front)} `;
  const isOffered = wordsForOr.some((word) => asked.includes(` ${foldedBack} ${word} `) || asked.includes(` ${word} ${foldedBack} `));
  return isOffered && !/\(/.test(front);
};

function hasBackInFront(front: string, back: string): boolean {
  if (isSign(back)) return front.includes(back);
  const folded = fold(back);
  return folded !== '' && containsWords(front, back) && !isOfferedIn(front, folded);
}

/** Whether a word of a short answer occurs, inflected, in a cloze front. */
const hasGapWordInFront = (front: string, back: string): boolean =>
  gap.test(front) &&
  wordsOf(back).length <= 3 &&
  wordsOf(back).some((word) => word.length > 4 && wordsOf(front).some((other) => stem(other) === stem(word)));

/** Hard limits. docs/quality.md prefers shorter sides (`weaknessesOfCard`). */
const longest = { backWords: 40, frontWords: 45, backCharacters: 400 } as const;

const cardChecks: readonly Check<DraftCard>[] = [
  { id: 'both-sides', fails: (card) => sidesOf(card).some(isFiller) },
  {
    id: 'short-card',
    fails: ({ front, back }) =>
      wordCount(back) > longest.backWords || wordCount(front) > longest.frontWords || back.length > longest.backCharacters,
  },
  { id: 'answer-not-in-front', fails: ({ front, back }) => hasBackInFront(front, back) || hasGapWordInFront(front, back) },
  { id: 'standalone-front', fails: ({ front }) => dependsOnContext(front) },
  { id: 'self-contained', fails: (card, { neighbours }) => sidesOf(card).some((text) => refersToUnseen(text, neighbours)) },
  { id: 'no-prompt-injection', fails: (card, evidence) => sidesOf(card).some((text) => followsPromptInjection(text, evidence)) },
  { id: 'no-prompt-injection', fails: (_, { quote, passageText }) => isFromPromptInjection(quote, passageText) },
  { id: 'quote-verbatim', fails: (_, { isVerbatim }) => !isVerbatim },
  { id: 'names-and-numbers', fails: ({ front, back }, evidence) => inventedName(back, front, evidence) !== undefined },
  { id: 'same-language', fails: ({ front, back }, { languages }) => isInOtherLanguage(`${front} ${back}`, languages) },
];

/** Checks against the cited passage. They only apply if the quote is verbatim. */
const citedCardChecks: readonly Check<DraftCard>[] = [
  { id: 'supported-by-source', fails: (card, evidence) => isUnsupported(claimOf(card), evidence) },
  { id: 'no-contradiction', fails: (card, evidence) => contradictsPassage(claimOf(card), evidence) },
  { id: 'names-and-numbers', fails: (card, evidence) => inventsNumber(claimOf(card), evidence) },
  { id: 'names-and-numbers', fails: ({ front }, { context }) => inventedQuantity(withoutCounts(front), context()) !== undefined },
];

/**
 * Checks a card on its own. For repetitions, see `isSameCard`.
 *
 * @returns the ids of the failed checks of docs/quality.md
 */
export function checkCard(draft: DraftCard, source: Source): CheckId[] {
  const card = { ...draft, front: draft.front.trim(), back: draft.back.trim() };
  const evidence = evidenceOf(source, card.source);
  return failedChecks(evidence.isVerbatim ? [...cardChecks, ...citedCardChecks] : cardChecks, card, evidence);
}
