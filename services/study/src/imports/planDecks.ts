import { importBounds, reviewBounds, sizes } from '@lectern/contracts';
import { ImportError } from '@lectern/exchange/import-error';
import { pathOfTitle } from '@lectern/exchange/deck-path';
import type { ImportedCard, ImportedDeck } from '@lectern/exchange/reading';
import { endingIn } from '../owned/titles.ts';

/** A deck that is to be made. */
export interface PlannedDeck {
  title: string;
  /** The names of the decks around it, and its own. */
  path: readonly string[];
  cards: readonly ImportedCard[];
}

const usualTitle = 'Imported deck';

/** The name of a file without folders and extension. */
const nameOfFile = (name: string): string => {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  return dot > 0 ? last.slice(0, dot) : last;
};

/** A deck holds 500 cards, so a larger one becomes several: 'Biology (1 of 3)'. */
const inParts = ({ title, path, cards }: PlannedDeck): PlannedDeck[] => {
  const count = Math.ceil(cards.length / sizes.cards);
  if (count <= 1) return [{ title: endingIn(title, '', usualTitle), path, cards }];
  return Array.from({ length: count }, (_, index) => ({
    title: endingIn(title, ` (${index + 1} of ${count})`, usualTitle),
    path,
    cards: cards.slice(index * sizes.cards, (index + 1) * sizes.cards),
  }));
};

/** The decks of a file with the titles that they get. @param title - the learner's own; a prefix of the names of several decks */
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

/** The decks that are made, none with more cards than a deck holds. @throws ImportError `too-large` */
export const planDecks = (named: readonly PlannedDeck[]): PlannedDeck[] => {
  const planned = named.flatMap(inParts);
  if (planned.length > importBounds.decks)
    throw new ImportError('too-large', `There are more than ${importBounds.decks} decks in this file. Export them one by one.`);
  return planned;
};

/** The most reviews of a card that are imported: half of what an item has at most, so that there is room for its next reviews. */
export const importedReviewsPerCard = reviewBounds.reviewsPerItem / 2;

/** The reviews that can be stored: not in the future, not before 2000, and only the newest `importedReviewsPerCard`. */
export const possibleReviews = (reviews: ImportedCard['reviews'], now: Date): ImportedCard['reviews'] =>
  reviews
    .filter(({ at }) => at >= new Date(reviewBounds.earliest) && at.getTime() <= now.getTime() + reviewBounds.clockSlackMs)
    .slice(-importedReviewsPerCard);
