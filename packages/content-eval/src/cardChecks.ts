import { figure, median, none, share, type Check, type Subject } from './check.ts';
import type { EvaluatedCard, EvaluatedDeck } from './evaluateDeck.ts';
import { isFiller, pointsAtUnseen } from './patterns.ts';
import { distinctCards, everyCard, everyCardRound } from './subjects.ts';
import { contentRoots, countShared, folded, jaccard, shorten, standsIn, wordCount, words } from './text.ts';

const gap = /_{2,}|\[…\]|\[\.{3}\]|…{1}(?=\s|$)/;

const isAsked = (front: string): boolean =>
  /[?？]["”’)»]*(\s*\([^)]*\))?$/u.test(front.trim()) ||
  gap.test(front) ||
  /:$/.test(front.trim()) ||
  /(까|요|시오)[.?]?$/u.test(front.trim());

/** The entries of a back that lists several facts. */
function entriesOf(back: string): number {
  const text = back.replace(/\([^()]*\)/g, '').replace(/^.*?\b(?:including|include|includes|such as|namely)\s+/i, '');
  const marked = back.split(/(?<!\s)\s*(?:\n|;|•|·)\s*|(?<!\s)\s+-\s+/).filter((part) => part !== '').length;
  const byComma = text.split(/,\s+(?:and\s+|or\s+)?|(?<!\s)\s+and\s+(?=\S+$)/).filter((part) => part !== '');
  // Commas separate entries only if the texts between them are short.
  const isList = byComma.length > 3 && byComma.every((part) => wordCount(part) <= 6);
  return Math.max(marked, isList ? byComma.length : 1);
}

function givesAnswerAway({ card: { front, back } }: EvaluatedCard): string | undefined {
  if (standsIn(back, front)) return `“${shorten(back)}” stands in the front`;
  const own = contentRoots(back);
  if (own.size > 0 && countShared(own, contentRoots(front)) === own.size) return `every word of “${shorten(back)}” stands in the front`;
  return undefined;
}

/** Whether each of two fronts has a word that matters and that the other lacks, such as "chlorophyll a" and "chlorophyll b". */
function areSetApart(left: string, right: string): boolean {
  const asking = new Set(['what', 'which', 'how', 'is', 'are', 'does', 'do', 'the', 'in', 'of', 'for', 'to']);
  const lacks = (one: string, other: string): boolean => words(one).some((word) => !words(other).includes(word) && !asking.has(word));
  return lacks(left, right) && lacks(right, left);
}

/** Cards that are made of a quote that an earlier one of the same call has. */
const withEarlier = (deck: EvaluatedDeck): Subject<{ card: EvaluatedCard['card']; earlier: EvaluatedCard['card'][] }>[] =>
  deck.cardRounds.flatMap(({ cards }) =>
    cards.map(({ id, card }, index) => ({ item: id, deck, of: { card, earlier: cards.slice(0, index).map((one) => one.card) } })),
  );

const everyCardBefore = (deck: EvaluatedDeck): Subject<{ card: EvaluatedCard['card']; earlier: EvaluatedCard['card'][] }>[] => {
  const all = distinctCards(deck);
  return all.map(({ item, of }, index) => ({ item, deck, of: { card: of.card, earlier: all.slice(0, index).map((one) => one.of.card) } }));
};

/** Checks of flashcards. */
export const cardChecks: Check[] = [
  none({ id: 'both-sides', title: 'no blank or placeholder side', hard: true }, everyCard, ({ card }) =>
    [card.front, card.back].some(isFiller) ? `“${card.front}” → “${card.back}”` : undefined,
  ),
  none(
    { id: 'self-contained', title: 'no card refers to what cannot be seen', hard: true },
    everyCard,
    ({ card }) => [card.front, card.back].filter(pointsAtUnseen).map((text) => shorten(text))[0],
  ),
  share({ id: 'short-card', title: 'backs of at most 25 words', of: 'good', bounds: { least: 0.95 } }, distinctCards, ({ card }) =>
    wordCount(card.back) <= 25 ? undefined : `${wordCount(card.back)} words`,
  ),
  figure(
    { id: 'short-card', title: 'median words of a back', unit: 'number', bounds: { most: 12 } },
    (deck) => distinctCards(deck).map(({ of }) => wordCount(of.card.back)),
    median,
  ),
  none({ id: 'short-card', title: 'backs over 40 words' }, distinctCards, ({ card }) =>
    wordCount(card.back) > 40 ? `${wordCount(card.back)} words` : undefined,
  ),
  share({ id: 'short-card', title: 'fronts of at most 20 words', of: 'good', bounds: { least: 0.95 } }, distinctCards, ({ card }) =>
    wordCount(card.front) <= 20 ? undefined : `${wordCount(card.front)} words`,
  ),
  none({ id: 'short-card', title: 'fronts that are neither question nor cloze' }, distinctCards, ({ card }) =>
    isAsked(card.front) ? undefined : shorten(card.front),
  ),
  share({ id: 'one-fact-card', title: 'backs that list more than 3', of: 'bad', bounds: { most: 0.03 } }, distinctCards, ({ card }) =>
    entriesOf(card.back) > 3 ? shorten(card.back) : undefined,
  ),
  none({ id: 'answer-not-in-front', title: 'the answer stands in the front' }, distinctCards, givesAnswerAway),
  share({ id: 'standalone-front', title: 'yes/no fronts', of: 'bad', bounds: { most: 0.05 } }, distinctCards, ({ card }) =>
    /^(is|are|was|were|do|does|did|can|could|has|have|had|should|will|would|may|must)\b.*\?$/i.test(card.front.trim()) ||
    /^(yes|no|true|false|ja|nein|oui|non|sí|예|아니요)(?:$|[.,;:!–—])/iu.test(card.back.trim())
      ? shorten(card.front)
      : undefined,
  ),
  share(
    {
      id: 'standalone-front',
      title: 'fronts that stand alone, one card a quote',
      of: 'good',
      bounds: { model: { least: 0.98 }, offline: { least: 0.95 } },
    },
    everyCardBefore,
    ({ card, earlier }) => {
      if (/^["“]?(it|its|this|that|these|those|they|their|he|she|such|the (above|former|latter|following))\b/i.test(card.front.trim()))
        return shorten(card.front);
      if (/^(이것|그것|이는|이러한|그러한)/u.test(card.front.trim())) return shorten(card.front);
      const same = earlier.find(
        ({ source }) => source.quote === card.source.quote && JSON.stringify(source.pointer) === JSON.stringify(card.source.pointer),
      );
      return same ? `one quote with “${shorten(same.front)}”` : undefined;
    },
  ),
  none({ id: 'distinct-cards', title: 'no duplicate fronts', hard: true }, everyCardBefore, ({ card, earlier }) =>
    earlier.some(({ front }) => folded(front) === folded(card.front)) ? shorten(card.front) : undefined,
  ),
  share(
    { id: 'distinct-cards', title: 'fronts alike (0.8) with different backs', of: 'bad', bounds: { most: 0.02 } },
    withEarlier,
    ({ card, earlier }) => {
      const alike = earlier.find(
        ({ front, back }) => jaccard(front, card.front) >= 0.8 && folded(back) !== folded(card.back) && !areSetApart(front, card.front),
      );
      return alike ? `“${shorten(alike.front)}” and “${shorten(card.front)}”` : undefined;
    },
  ),
  none(
    { id: 'new-cards', title: '“Generate New Cards”: 10 new ones, or says how many', hard: true },
    everyCardRound,
    ({ asked, cards, shortfall, refusal }) => {
      if (refusal !== undefined) return words(refusal).length >= 4 ? undefined : 'refused without a sentence';
      if (cards.length === asked) return undefined;
      return shortfall?.asked === asked && shortfall.made === cards.length ? undefined : `${cards.length} of ${asked}, and nothing said`;
    },
  ),
];
