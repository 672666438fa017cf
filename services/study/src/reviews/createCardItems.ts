import { isDeepStrictEqual } from 'node:util';
import type { Flashcard } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { inGroups } from './inGroups.ts';
import { newItem } from './newItem.ts';
import { passageOf } from './passageOf.ts';
import { readAll } from './readAll.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

/** What the queue shows of a card. */
export const contentOf = (
  { front, back, hint, pictures, source }: Flashcard,
  { language }: DeckDocument,
): NonNullable<ReviewItemDocument['content']> => ({
  front,
  back,
  ...(hint !== undefined && { hint }),
  ...(pictures && { pictures }),
  ...(source && { source }),
  ...(language !== undefined && { language }),
});

/** An import adds the cards that it has announced within this time, or never. */
const importMs = 10 * 60_000;

/**
 * Makes every card of a deck an item with its content, and deletes the items of cards that are gone, and those of an import that did not finish.
 * @returns whether an import is still to add cards
 */
export const createCardItems =
  ({ items, reviews, discardItems }: ReviewStore, clock: () => Date) =>
  async (deck: DeckDocument): Promise<boolean> => {
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
      } else if (item.awaitsDeck || !isDeepStrictEqual(item.content, content))
        await items.update({ userId, _id: card._id }, { set: { content }, unset: ['awaitsDeck'], increment: { revision: 1 } });
    });
    const gone = [...known.values()];
    await discardItems(
      userId,
      gone.filter(({ awaitsDeck }) => !awaitsDeck).map(({ _id }) => _id),
    );
    const awaiting = gone.filter(({ awaitsDeck }) => awaitsDeck);
    const late = awaiting.filter((item) => Date.parse(item.createdAt) <= clock().getTime() - importMs);
    await inGroups(late, async ({ _id }) => {
      await reviews.deleteWhere('byItem', { userId, itemId: _id });
      await items.delete({ userId, _id });
    });
    return late.length < awaiting.length;
  };
