import { newCardsAsked, sizes, type Flashcard, type NewCards, type Plan, type Shortfall } from '@lectern/contracts';
import { DomainError, type Creation } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import { addedCardId, addedCards, knownFronts } from './deckDocument.ts';
import { guidesOf } from './guidesOf.ts';
import { createCardMaker, followCards, generationOf, type DeckGenerationDependencies } from './makeCards.ts';
import { wasApplied } from './nextRevision.ts';

const shortfallOf = (made: number, reason: string | undefined): Shortfall | undefined =>
  made < newCardsAsked
    ? { asked: newCardsAsked, made, reason: reason ?? `${made} more good ${made === 1 ? 'card was' : 'cards were'} found.` }
    : undefined;

/**
 * How many cards may be added.
 * @throws DomainError `conflict` for another guide and for a deck without one, `premium_required`, `too_little_material` for a full deck
 */
const roomIn = (deck: DeckDocument, { canRegenerate }: Plan, studyMaterialId: string | null | undefined): number => {
  if (guidesOf(deck).studyMaterialIds.length === 0)
    throw new DomainError('conflict', 'This deck has no study guide to make cards from. You can write cards yourself.');
  if (studyMaterialId && studyMaterialId !== deck.studyMaterialId)
    throw new DomainError('conflict', 'This deck belongs to another study guide.', {
      errors: [{ path: 'studyMaterialId', message: 'Not the guide of this deck' }],
    });
  if (!canRegenerate) throw new DomainError('premium_required', 'New cards are part of Premium. Upgrade to generate more.');
  const room = Math.min(newCardsAsked, sizes.cards - deck.cards.length);
  if (room <= 0) throw new DomainError('too_little_material', `A deck holds at most ${sizes.cards} cards.`);
  return room;
};

/** Adding cards to decks. */
export function createDeckGrowth(dependencies: DeckGenerationDependencies) {
  const { own, sources, plans, clock } = dependencies;
  const makeCards = createCardMaker(dependencies);
  return {
    /** Adds ten cards that repeat none, or as many as the material still supports. */
    async generateMore(
      userId: string,
      id: string,
      studyMaterialId: string | null | undefined,
      creation: Creation,
      requestId: string,
      key?: string,
    ): Promise<NewCards> {
      const deck = await own.get(userId, id);
      if (wasApplied(deck, creation)) return { newCards: addedCards(deck, creation), flashcardId: id };
      const count = roomIn(deck, await plans.planOf(userId), studyMaterialId);
      const materials = await sources.readAgain(userId, deck, 'deck', requestId);
      const stylePreference = deck.stylePreference ?? undefined;
      const { difficultyLevel } = deck;
      const options = { count, stylePreference, difficultyLevel, avoidFronts: knownFronts(deck), key };
      const made = await makeCards(userId, materials, options);
      const runId = creation.newId;
      if (made.cards.length === 0) throw new DomainError('too_little_material', 'No more cards can be made from this study guide.');
      let newCards: Flashcard[] = [];
      const addCards = (current: DeckDocument) => {
        // Another request may have added or removed cards meanwhile.
        const fronts = new Set(knownFronts(current));
        newCards = made.cards
          .filter((card) => !fronts.has(card.front))
          .slice(0, sizes.cards - current.cards.length)
          .map((card, index) => ({ _id: addedCardId(creation, index), ...card }));
        const generation = generationOf(made, runId, count, newCards.length, clock());
        return { cards: [...current.cards, ...newCards], usage: addUsage(current.usage, made.usage), generation };
      };
      await own.change(userId, id, addCards, creation);
      followCards(dependencies, { userId, id, runId, asked: count, first: newCards }, made);
      const shortfall = made.rest ? undefined : shortfallOf(newCards.length, made.shortfall?.reason);
      const { notice } = made;
      return { newCards, flashcardId: id, ...(shortfall && { shortfall }), ...(notice !== undefined && { notice }) };
    },
  };
}
