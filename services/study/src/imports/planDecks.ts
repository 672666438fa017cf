import { createHash } from 'node:crypto';
import { importBounds, reviewBounds, sizes } from '@lectern/contracts';
import { pathOfTitle } from '@lectern/exchange/deck-path';
import { plainItemText } from '@lectern/contracts/item-text';
import { ImportError } from '@lectern/exchange/import-error';
import type { ImportedCard, ImportedDeck } from '@lectern/exchange/reading';
import { endingIn } from '../owned/titles.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Normalises a front, so that differences in marks, case, spacing and Unicode form are ignored. */
const folded = (front: string): string => plainItemText(front).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the identity of a card by its id in Anki packages. */
export const keyIdentity = (key: string): string => `key ${key}`;

/** Returns the identities of a card by its front: exact, then normalised. */
export const frontIdentities = (front: string): string[] => [`front ${hashOf(front)}`, `like ${hashOf(folded(front))}`];

/** Returns the identities of a card of a file, the strongest first. */
export const identitiesOf = ({ key, front }: { key?: string | undefined; front: string }): string[] =>
  key === undefined ? frontIdentities(front) : [keyIdentity(key)];

/** A deck to create. */
export interface PlannedDeck {
  title: string;
  /** The names of its parent decks and its own. */
  path: readonly string[];
  cards: readonly ImportedCard[];
}

const usualTitle = 'Imported deck';

/** Returns the name of a file without folders and extension. */
const nameOfFile = (name: string): string => {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  return dot > 0 ? last.slice(0, dot) : last;
};

/** Splits a deck with more than 500 cards: 'Biology (1 of 3)'. */
const inParts = ({ title, path, cards }: PlannedDeck): PlannedDeck[] => {
  const count = Math.ceil(cards.length / sizes.cards);
  if (count <= 1) return [{ title: endingIn(title, '', usualTitle), path, cards }];
  return Array.from({ length: count }, (_, index) => ({
    title: endingIn(title, ` (${index + 1} of ${count})`, usualTitle),
    path,
    cards: cards.slice(index * sizes.cards, (index + 1) * sizes.cards),
  }));
};

/** Returns the decks of a file with their titles. @param title - the learner's title; a prefix if there are several decks */
export const nameDecks = (decks: readonly ImportedDeck[], file: string, title: string | undefined): PlannedDeck[] => {
  const filled = decks.filter(({ cards }) => cards.length > 0);
  return filled.map((deck) => {
    const own = deck.title?.trim();
    const named = (whole: string) => ({
      title: whole,
      path: deck.path && whole === own ? deck.path : pathOfTitle(whole),
      cards: deck.cards,
    });
    if (title === undefined) return named(own || nameOfFile(file));
    if (filled.length === 1 || !own) return named(title);
    return { ...named(`${title} › ${own}`), path: [...pathOfTitle(title), ...(deck.path ?? [own])] };
  });
};

/** Returns the decks to create, none above the maximum number of cards. @throws ImportError `too-large` */
export const planDecks = (named: readonly PlannedDeck[]): PlannedDeck[] => {
  const planned = named.flatMap(inParts);
  if (planned.length > importBounds.decks)
    throw new ImportError('too-large', `There are more than ${importBounds.decks} decks in this file. Export them one by one.`);
  return planned;
};

/** The maximum number of imported reviews per card: half of an item's maximum, to leave room for later reviews. */
export const importedReviewsPerCard = reviewBounds.reviewsPerItem / 2;

/** Returns the storable reviews: not in the future, not before 2000, and only the newest `importedReviewsPerCard`. */
export const possibleReviews = (reviews: ImportedCard['reviews'], now: Date): ImportedCard['reviews'] =>
  reviews
    .filter(({ at }) => at >= new Date(reviewBounds.earliest) && at.getTime() <= now.getTime() + reviewBounds.clockSlackMs)
    .slice(-importedReviewsPerCard);
