import { sizes, writtenByLearner, type CardEdit, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import type { Creation, Plans } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { asDeck, deckDescription, withCards, type OwnedDecks } from './deckDocument.ts';
import type { Sources } from './createSources.ts';
import { deckLimit } from './deckLimit.ts';
import { generatedFields } from './generatedFields.ts';
import { itemOf, requireRoom } from './items.ts';

export interface DeckWritingDependencies {
  own: OwnedDecks;
  sources: Pick<Sources, 'read'>;
  plans: Plans;
  clock: () => Date;
}

/** A deck as the learner writes it. */
export interface WrittenDeck {
  title: string;
  /** The guide that it is about. */
  studyMaterialId?: string | undefined;
  cards?: CardEdit[] | undefined;
}

/** Decks and cards that the learner writes. */
export const createDeckWriting = ({ own, sources, plans, clock }: DeckWritingDependencies) => ({
  /** @throws DomainError `limit_reached` at the plan's limit of decks, and for more cards than the plan has; `not_found` for an unknown guide */
  async createOwn(
    userId: string,
    { title, studyMaterialId, cards = [] }: WrittenDeck,
    creation: Creation,
    requestId = creation.newId,
  ): Promise<FlashcardDeck> {
    const plan = await plans.planOf(userId);
    requireRoom(cards.length, { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
    const deck = await own.create({ userId, creation, ...deckLimit(plan) }, async () => {
      const materials = studyMaterialId === undefined ? [] : await sources.read(userId, [studyMaterialId], requestId);
      const fields = generatedFields({}, { generatedBy: writtenByLearner, materials, stylePreference: undefined, now: clock() });
      return {
        ...fields,
        title,
        description: deckDescription(cards.length, fields.studyMaterialTitle),
        cards: cards.map((card): Flashcard => ({ _id: newId(() => clock().getTime()), ...card, edited: true })),
        removedFronts: [],
      };
    });
    return asDeck(deck, clock());
  },

  /**
   * Adds a card that the learner wrote, to a deck of any kind.
   * @throws DomainError `limit_reached` for more cards than the plan has, `conflict` for more than any deck has
   */
  async addCard(userId: string, id: string, card: CardEdit, creation: Creation): Promise<Flashcard> {
    const { cardsPerDeck } = await plans.planOf(userId);
    const addOne = (deck: DeckDocument) => {
      const count = deck.cards.length;
      requireRoom(count + 1, { name: 'card', limit: cardsPerDeck, most: sizes.cards });
      const isAsMade = deck.description === deckDescription(count, deck.studyMaterialTitle);
      return {
        ...withCards(deck, [...deck.cards, { _id: creation.newId, ...card, edited: true }]),
        ...(isAsMade && { description: deckDescription(count + 1, deck.studyMaterialTitle) }),
      };
    };
    const { cards } = await own.change(userId, id, addOne, creation);
    return itemOf(cards, creation.newId, 'card');
  },
});
