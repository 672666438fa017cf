import { checkCard, type CheckId, type DraftCard } from '@lectern/study-content';
import { fold, isFiller, isSameCard, likeness, refersToUnseen, weaknessesOfCard } from '@lectern/study-content/gate';
import { type Check, figure, median, none, share, type Subject } from './check.ts';
import type { CardRound, EvaluatedCard, EvaluatedDeck } from './evaluateDeck.ts';
import { neighbours, shorten, containsWords, supportOf, wordCount } from './text.ts';
import { distinctCards, everyCard, everyCardRound } from './subjects.ts';

const sidesOf = ({ card }: EvaluatedCard): string[] => [card.front, card.back];

const gap = /_{2,}|\[…\]|\[\.{3}\]|…(?=\s|$)/;

const isAsked = (front: string): boolean => gap.test(front) || /[?？]["”’)»]*(\s*\([^)]*\))?$|:$|(까|요|시오)[.?]?$/u.test(front.trim());

const countFault = (text: string, most: number): string | undefined => {
  const count = wordCount(text);
  return count > most ? `${count} words` : undefined;
};

function givesAnswerAway({ card: { front, back } }: EvaluatedCard): string | undefined {
  if (containsWords(back, front)) return `the front contains “${shorten(back)}”`;
  return supportOf(back, front) === 1 ? `the front contains every word of “${shorten(back)}”` : undefined;
}

/** Returns a test for a flaw whose share is limited, by the flaw's id in the gate. */
const weakness =
  (id: CheckId) =>
  ({ card }: EvaluatedCard): string | undefined =>
    weaknessesOfCard(card).includes(id) ? `${shorten(card.front)} → ${shorten(card.back)}` : undefined;

interface Repeated {
  card: DraftCard;
  earlier: DraftCard[];
}

/** Each card with the earlier ones of its deck. */
const cardsInOrder = (deck: EvaluatedDeck): Subject<Repeated>[] => {
  const all = distinctCards(deck);
  return all.map(({ item, of: { card } }, index) => ({
    item,
    of: { card, earlier: all.slice(0, index).map(({ of }) => of.card) },
  }));
};

function dependenceOf({ card, earlier }: Repeated, { source }: EvaluatedDeck): string | undefined {
  if (checkCard(card, source).includes('standalone-front')) return shorten(card.front);
  const place = JSON.stringify(card.source);
  const same = earlier.find((other) => JSON.stringify(other.source) === place);
  return same && `same quote as “${shorten(same.front)}”`;
}

function likeFront({ card, earlier }: Repeated): string | undefined {
  const alike = earlier.find(
    (other) => likeness(other.front, card.front) >= 0.8 && fold(other.back) !== fold(card.back) && isSameCard(other, card),
  );
  return alike && `“${shorten(alike.front)}” and “${shorten(card.front)}”`;
}

function shortfallFault({ asked, cards, shortfall, refusal }: CardRound): string | undefined {
  if (refusal !== undefined) return wordCount(refusal) >= 4 ? undefined : 'refused without an explanation';
  const isSaid = shortfall?.asked === asked && shortfall.made === cards.length;
  return cards.length === asked || isSaid ? undefined : `${cards.length} of ${asked}, not reported`;
}

export const cardChecks: Check[] = [
  none({ id: 'both-sides', title: 'blank or placeholder sides', hard: true }, everyCard, (card) =>
    sidesOf(card).some(isFiller) ? sidesOf(card).join(' → ') : undefined,
  ),
  none({ id: 'self-contained', title: 'cards that refer to unseen things', hard: true }, everyCard, (card, { source }) => {
    const near = (): string => neighbours(source, card.card.source.pointer);
    return sidesOf(card).find((text) => refersToUnseen(text, near));
  }),
  share({ id: 'short-card', title: 'backs of at most 25 words', bounds: { least: 0.95 } }, distinctCards, ({ card }) =>
    countFault(card.back, 25),
  ),
  figure(
    { id: 'short-card', title: 'median words of a back', unit: 'number', bound: { most: 12 } },
    (deck) => distinctCards(deck).map(({ of }) => wordCount(of.card.back)),
    median,
  ),
  none({ id: 'short-card', title: 'backs over 40 words' }, distinctCards, ({ card }) => countFault(card.back, 40)),
  share({ id: 'short-card', title: 'fronts of at most 20 words', bounds: { least: 0.95 } }, distinctCards, ({ card }) =>
    countFault(card.front, 20),
  ),
  none({ id: 'short-card', title: 'fronts that are neither question nor cloze' }, distinctCards, ({ card }) =>
    isAsked(card.front) ? undefined : shorten(card.front),
  ),
  share({ id: 'one-fact-card', title: 'backs that list more than 3', bounds: { most: 0.03 } }, distinctCards, weakness('one-fact-card')),
  none({ id: 'answer-not-in-front', title: 'answers in the front' }, distinctCards, givesAnswerAway),
  share({ id: 'standalone-front', title: 'yes/no fronts', bounds: { most: 0.05 } }, distinctCards, weakness('standalone-front')),
  share(
    {
      id: 'standalone-front',
      title: 'fronts that stand alone, one card per quote',
      bounds: { model: { least: 0.98 }, offline: { least: 0.95 } },
    },
    cardsInOrder,
    dependenceOf,
  ),
  none({ id: 'distinct-cards', title: 'duplicate fronts', hard: true }, cardsInOrder, ({ card, earlier }) =>
    earlier.some(({ front }) => fold(front) === fold(card.front)) ? shorten(card.front) : undefined,
  ),
  share({ id: 'distinct-cards', title: 'similar fronts (0.8) with different backs', bounds: { most: 0.02 } }, cardsInOrder, likeFront),
  none({ id: 'new-cards', title: '“Generate New Cards” without 10 new ones, not reported', hard: true }, everyCardRound, shortfallFault),
];
