import { isDeepStrictEqual } from 'node:util';
import { sizes, type Flashcard } from '@lectern/contracts';
import { plainItemText } from '@lectern/contracts/item-text';
import type { ImportedCard } from '@lectern/exchange/reading';
import type { HashedPicture } from '@lectern/pictures';
import { picturesOfCard } from '../decks/cardPictures.ts';
import type { ExistingCards } from './existingCards.ts';
import type { PlannedDeck } from './planDecks.ts';

/** A change of an existing deck by an import. */
export interface DeckChange {
  deckId: string;
  /** The number of its cards. */
  size: number;
  added: ImportedCard[];
  /** The new text of cards, by their ids. */
  updated: Map<string, ImportedCard>;
}

export interface PlannedChanges {
  /** New decks. */
  fresh: PlannedDeck[];
  changes: DeckChange[];
  /** The number of existing cards that stay unchanged. */
  kept: number;
}

/** Returns a text of a file, or the card's own where the file has it without the marks of bold and italic, as exports write it. */
const withMarks = (before: string, text: string): string => (plainItemText(before) === text ? before : text);

/** Returns a card with the text and pictures of a file. Its source and schedule stay. */
export const withWords = (card: Flashcard, words: ImportedCard | undefined, made: ReadonlyMap<string, HashedPicture>): Flashcard => {
  if (!words) return card;
  const { hint: _hint, tags: _tags, pictures: _pictures, ...rest } = card;
  const { front, back, hint, tags, pictures = [] } = words;
  const next = {
    ...rest,
    front: withMarks(card.front, front),
    back: withMarks(card.back, back),
    ...(hint !== undefined && { hint: withMarks(card.hint ?? '', hint) }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...picturesOfCard(pictures, made),
  };
  return isDeepStrictEqual(next, card) ? card : { ...next, edited: true };
};

/**
 * Divides the cards of a file: existing ones are updated or stay, new ones go into the deck of the others if it has room, or else into a new deck.
 *
 * @param found - `undefined`: all cards are new
 */
export const planChanges = (named: readonly PlannedDeck[], found: ExistingCards | undefined, isUpdate: boolean): PlannedChanges => {
  const changes = new Map<string, DeckChange>();
  const changeOf = (deckId: string): DeckChange => {
    const change = changes.get(deckId) ?? { deckId, size: found?.sizes.get(deckId) ?? 0, added: [], updated: new Map() };
    changes.set(deckId, change);
    return change;
  };
  const fresh: PlannedDeck[] = [];
  let kept = 0;
  for (const [index, deck] of named.entries()) {
    const matches = found?.matches[index] ?? [];
    const cards = deck.cards.filter((_, position) => !matches[position]);
    const decks = [...new Set(matches.flatMap((match) => match?.deckId ?? []))];
    if (isUpdate)
      for (const [position, match] of matches.entries()) {
        const words = deck.cards[position];
        if (match && words) changeOf(match.deckId).updated.set(match.cardId, words);
      }
    else kept += deck.cards.length - cards.length;
    if (cards.length === 0) continue;
    const hasRoom = (id: string): boolean =>
      (found?.sizes.get(id) ?? 0) + (changes.get(id)?.added.length ?? 0) + cards.length <= sizes.cards;
    const target = decks.findLast(hasRoom);
    if (target === undefined) fresh.push({ ...deck, cards });
    else for (const card of cards) changeOf(target).added.push(card);
  }
  return { fresh, changes: [...changes.values()], kept };
};
