import { sizes, type CardEdit, type Flashcard, type FlashcardDeck, type Report } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, type ContentMetrics, type Log, type Plans } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { asDeck, editCard, withCards, type OwnedDecks } from './deckDocument.ts';
import { asReported, countChange, itemOf, requireRoom, thanks, withItem } from './items.ts';

export interface CardEditsDependencies {
  own: OwnedDecks;
  contentMetrics: Pick<ContentMetrics, 'reported' | 'changed'>;
  plans: Plans;
  log: Log;
  clock: () => Date;
}

/** A learner's version of a deck. Absent fields stay as they are. */
export interface DeckEdit {
  title?: string | undefined;
  description?: string | undefined;
  cards?: EditedCard[] | undefined;
  /** The revision that the learner has seen. */
  revision?: number | undefined;
}
interface EditedCard extends CardEdit {
  _id?: string | undefined;
}

/** The deck's cards after an edit. Cards that stay keep their citations; unknown and repeated ids are new cards. */
const editedCards = (deck: DeckDocument, cards: readonly EditedCard[], cardId: () => string): Flashcard[] => {
  const known = new Map(deck.cards.map((card) => [card._id, card]));
  const used = new Set<string>();
  return cards.map(({ _id, front, back }): Flashcard => {
    const card = _id === undefined || used.has(_id) ? undefined : known.get(_id);
    if (!card) return { _id: cardId(), front, back };
    used.add(card._id);
    return card.front === front && card.back === back ? card : editCard(card, { front, back });
  });
};

/** Changes of decks and single cards by the learner. */
export const createCardEdits = ({ own, contentMetrics, plans, log, clock }: CardEditsDependencies) => ({
  /**
   * Changes title, description or cards. A deck cannot grow past the plan's limit; a larger deck of an earlier plan may keep its size.
   * @throws DomainError `conflict` for an outdated revision, `limit_reached` for too many cards
   */
  async update(userId: string, id: string, { title, description, cards, revision }: DeckEdit): Promise<FlashcardDeck> {
    const { cardsPerDeck } = await plans.planOf(userId);
    const changed = await own.change(userId, id, (deck) => {
      if (revision !== undefined && revision !== deck.revision)
        throw new DomainError(
          'conflict',
          'This deck was changed in another tab or on another device. Reload it and make your changes again.',
        );
      if (cards && cards.length > deck.cards.length) requireRoom(cards.length, { name: 'card', limit: cardsPerDeck, most: sizes.cards });
      return {
        ...(title !== undefined && { title }),
        ...(title !== undefined && title !== deck.title && { path: undefined }),
        ...(description !== undefined && { description }),
        ...(cards &&
          withCards(
            deck,
            editedCards(deck, cards, () => newId(() => clock().getTime())),
          )),
      };
    });
    return asDeck(changed, clock());
  },

  async updateCard(userId: string, id: string, cardId: string, edit: CardEdit): Promise<FlashcardDeck> {
    let before: Flashcard | undefined;
    const changed = await own.change(userId, id, (deck) => {
      before = itemOf(deck.cards, cardId, 'card');
      return withCards(deck, withItem(deck.cards, editCard(before, edit)));
    });
    countChange(contentMetrics, 'card', 'edited', before, changed.generatedBy);
    return asDeck(changed, clock());
  },

  /** Stores a learner's report about a card, and counts it once. */
  async reportCard(userId: string, id: string, cardId: string, report: Report, requestId: string): Promise<{ message: string }> {
    let before: Flashcard | undefined;
    const { generatedBy } = await own.change(userId, id, (deck) => {
      before = itemOf(deck.cards, cardId, 'card');
      return { cards: withItem(deck.cards, asReported(before, report, clock())) };
    });
    if (!before?.reported) contentMetrics.reported('card', report.reason, before?.generatedBy ?? generatedBy);
    log('info', 'card.reported', { requestId, deckId: id, cardId, reason: report.reason });
    return thanks;
  },
});
