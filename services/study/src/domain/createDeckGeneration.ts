import {
  newCardsAsked,
  sizes,
  titleFrom,
  type DifficultyLevel,
  type Flashcard,
  type FlashcardDeck,
  type NewCards,
  type Plan,
  type Shortfall,
} from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, type Creation, type Plans } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import type { DroppedItems } from './createDroppedItems.ts';
import type { Sources } from './createSources.ts';
import { addedCardId, addedCards, asDeck, deckDescription, knownFronts, type OwnedDecks } from './deckDocument.ts';
import { deckLimit } from './deckLimit.ts';
import { generatedFields } from './generatedFields.ts';
import { askedCount, chosenGuides, type GuideChoice } from './GuideChoice.ts';
import { guidesOf } from './guidesOf.ts';
import { wasApplied } from './nextRevision.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';
import { distinctTitle } from './titles.ts';

export interface DeckGenerationDependencies {
  own: OwnedDecks;
  content: StudyContent;
  sources: Sources;
  dropped: Pick<DroppedItems, 'of'>;
  plans: Plans;
  clock: () => Date;
}

export interface DeckRequest extends GuideChoice {
  stylePreference?: string | null | undefined;
  cardCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

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

/** Makes cards, but none that the learner dropped. */
const createCardMaker =
  ({ content, dropped }: Pick<DeckGenerationDependencies, 'content' | 'dropped'>): StudyContent['cards'] =>
  async (userId, materials, options) =>
    content.cards(userId, materials, { ...options, dropped: await dropped.of(userId, materials, 'card') });

/** Generating decks, and adding cards to them. */
export function createDeckGeneration(dependencies: DeckGenerationDependencies) {
  const { own, content, sources, plans, clock } = dependencies;
  const makeCards = createCardMaker(dependencies);
  return {
    async create(userId: string, body: DeckRequest, creation: Creation, requestId: string): Promise<FlashcardDeck> {
      const plan = await plans.planOf(userId);
      const count = askedCount(body.cardCount, plan.cardsAsked, 'cards');
      const deck = await own.create({ userId, creation, ...deckLimit(plan) }, async () => {
        const materials = await sources.read(userId, chosenGuides(body), requestId);
        const stylePreference = body.stylePreference || undefined;
        const { difficultyLevel } = body;
        const made = await makeCards(userId, materials, { count, stylePreference, difficultyLevel });
        if (made.cards.length < fewestItems)
          throw new DomainError(
            'too_little_material',
            'This study guide has too little material for flashcards. Add more content, or write your own cards.',
          );
        const fields = generatedFields(made, { generatedBy: content.generatedBy, materials, stylePreference, now: clock() });
        const title = titleFrom(`Flashcards: ${fields.studyMaterialTitle}`, sizes.title, 'Flashcards');
        return {
          ...fields,
          title: distinctTitle(title, await own.titlesBeside(userId, fields.studyMaterialId)),
          description: deckDescription(made.cards.length, fields.studyMaterialTitle),
          cards: made.cards.map((card) => ({ _id: newId(() => clock().getTime()), ...card })),
          removedFronts: [],
          ...(difficultyLevel && { difficultyLevel }),
        };
      });
      return asDeck(deck);
    },

    /** Adds ten cards that repeat none, or as many as the material still supports. */
    async generateMore(
      userId: string,
      id: string,
      studyMaterialId: string | null | undefined,
      creation: Creation,
      requestId: string,
    ): Promise<NewCards> {
      const deck = await own.get(userId, id);
      if (wasApplied(deck, creation)) return { newCards: addedCards(deck, creation), flashcardId: id };
      const count = roomIn(deck, await plans.planOf(userId), studyMaterialId);
      const materials = await sources.readAgain(userId, deck, 'deck', requestId);
      const stylePreference = deck.stylePreference ?? undefined;
      const { difficultyLevel } = deck;
      const made = await makeCards(userId, materials, { count, stylePreference, difficultyLevel, avoidFronts: knownFronts(deck) });
      if (made.cards.length === 0) throw new DomainError('too_little_material', 'No more cards can be made from this study guide.');
      let newCards: Flashcard[] = [];
      const addCards = (current: DeckDocument) => {
        // Another request may have added or removed cards meanwhile.
        const fronts = new Set(knownFronts(current));
        newCards = made.cards
          .filter((card) => !fronts.has(card.front))
          .slice(0, sizes.cards - current.cards.length)
          .map((card, index) => ({ _id: addedCardId(creation, index), ...card }));
        return { cards: [...current.cards, ...newCards], usage: addUsage(current.usage, made.usage) };
      };
      await own.change(userId, id, addCards, creation);
      const shortfall = shortfallOf(newCards.length, made.shortfall?.reason);
      return { newCards, flashcardId: id, ...(shortfall && { shortfall }) };
    },
  };
}
