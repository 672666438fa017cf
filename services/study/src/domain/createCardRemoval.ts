import { sizes, type Flashcard } from '@lectern/contracts';
import { notFound, type ContentMetrics } from '@lectern/service-kit';
import { withRestored, type DroppedItems } from './createDroppedItems.ts';
import { deckDescription, withCards, type OwnedDecks } from './deckDocument.ts';
import { countChange, itemOf, requireRoom, withoutItem } from './items.ts';

export interface CardRemovalDependencies {
  own: OwnedDecks;
  dropped: DroppedItems;
  contentMetrics: Pick<ContentMetrics, 'changed'>;
}

/** Removing cards, and putting dropped ones back. */
export const createCardRemoval = ({ own, dropped, contentMetrics }: CardRemovalDependencies) => ({
  /** Removes a card. It does not come back as a new one of this deck; a dropped card does not come back in any deck of its guide. */
  async removeCard(userId: string, id: string, cardId: string, reason?: 'dropped'): Promise<{ _id: string }> {
    if (reason === 'dropped') {
      const { cards: items, studyMaterialId, generatedBy } = await own.get(userId, id);
      const card = itemOf(items, cardId, 'card');
      withoutItem(items, cardId, 'card');
      await dropped.remember(userId, { kind: 'card', parentId: id, studyMaterialId, items }, card);
      countChange(contentMetrics, 'card', 'dropped', card, generatedBy);
    }
    await own.change(userId, id, (deck) => {
      const { _id } = itemOf(deck.cards, cardId, 'card');
      const next = withCards(deck, withoutItem(deck.cards, _id, 'card'));
      const isAsMade = deck.description === deckDescription(deck.cards.length, deck.studyMaterialTitle);
      return { ...next, ...(isAsMade && { description: deckDescription(next.cards.length, deck.studyMaterialTitle) }) };
    });
    return { _id: cardId };
  },

  /** Puts a dropped card back into its place, as a new one. @throws DomainError `not_found`, `conflict` for a full deck */
  async restoreCard(userId: string, id: string, cardId: string): Promise<Flashcard> {
    const { card, place } = await dropped.get(userId, id, cardId);
    if (!card) throw notFound('Card');
    await own.change(userId, id, (deck) => {
      const cards = withRestored(deck.cards, card, place);
      requireRoom(cards.length, { name: 'card', limit: undefined, most: sizes.cards });
      const isAsMade = deck.description === deckDescription(deck.cards.length, deck.studyMaterialTitle);
      return {
        cards,
        removedFronts: deck.removedFronts.filter((front) => front !== card.front),
        ...(isAsMade && { description: deckDescription(cards.length, deck.studyMaterialTitle) }),
      };
    });
    await dropped.forget(userId, cardId);
    return card;
  },
});
