import { isDeepStrictEqual } from 'node:util';
import type { Flashcard } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { inGroups } from './inGroups.ts';
import { newItem } from './newItem.ts';
import { passageOf } from './passageOf.ts';
import { readAll } from './readAll.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

const contentOf = ({ front, back, source }: Flashcard, { language }: DeckDocument): NonNullable<ReviewItemDocument['content']> => ({
  front,
  back,
  ...(source && { source }),
  ...(language !== undefined && { language }),
});

/** Makes every card of a deck an item with its content, and deletes the items of cards that are gone. */
export const createCardItems =
  ({ items, discardItems }: ReviewStore, clock: () => Date) =>
  async (deck: DeckDocument): Promise<void> => {
    const { _id: parentId, userId } = deck;
    const createdAt = deck.revision === 1 ? deck.createdAt : clock().toISOString();
    const stored = await readAll((paging) => items.find('byParent', { equals: { userId, parentId }, ...paging }));
    const known = new Map(stored.map((item) => [item._id, item]));
    await inGroups(deck.cards, async (card) => {
      const content = contentOf(card, deck);
      const item = known.get(card._id);
      known.delete(card._id);
      if (!item) {
        const fields = { _id: card._id, userId, kind: 'card' as const, parentId, createdAt, content };
        await insertOnce(items, newItem({ ...fields, ...passageOf(deck, card.source) }));
      } else if (!isDeepStrictEqual(item.content, content))
        await items.update({ userId, _id: card._id }, { set: { content }, increment: { revision: 1 } });
    });
    await discardItems(userId, [...known.keys()]);
  };
