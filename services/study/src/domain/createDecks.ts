import { newCardsAsked, sizes, type Flashcard, type FlashcardDeck, type FlashcardDeckListItem, type NewCards } from '@lectern/contracts';
import { newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, type Creation, type Erased, type Page, type Plans, type Quota } from '@lectern/service-kit';
import { decksCollection, type DeckDocument } from '../store.ts';
import { createOwnThings } from './createOwnThings.ts';
import type { Sources } from './createSources.ts';
import type { ListQuery } from './listOwn.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface DecksOptions {
  store: DocumentStore;
  content: StudyContent;
  sources: Sources;
  quota: Quota;
  plans: Plans;
  erased: Erased;
  clock: () => Date;
}

const asListItem = (deck: DeckDocument): FlashcardDeckListItem => ({
  _id: deck._id,
  title: deck.title,
  description: deck.description,
  cardCount: deck.cards.length,
  studyMaterialId: deck.studyMaterialId,
  studyMaterialTitle: deck.studyMaterialTitle,
  stylePreference: deck.stylePreference,
  generatedBy: deck.generatedBy,
  createdAt: deck.createdAt,
});

const asDeck = (deck: DeckDocument): FlashcardDeck => ({
  ...asListItem(deck),
  cards: deck.cards,
  ...(deck.shortfall && { shortfall: deck.shortfall }),
  ...(deck.limitation !== undefined && { limitation: deck.limitation }),
});

/** Flashcard decks: every rule of making, editing and extending them. */
export function createDecks({ store, content, sources, quota, plans, erased, clock }: DecksOptions) {
  const own = createOwnThings<DeckDocument>({
    things: store.collection(decksCollection),
    quota,
    erased,
    counted: 'flashcards',
    name: 'flashcard deck',
  });
  const cardId = () => newId(() => clock().getTime());

  return {
    async create(
      userId: string,
      body: { studyMaterialId: string; stylePreference?: string | null | undefined },
      creation: Creation,
      requestId: string,
    ): Promise<FlashcardDeck> {
      const plan = await plans.planOf(userId);
      const limit = plan.limits.flashcards;
      const message = `You've reached your limit of ${limit} flashcard decks. Upgrade to premium for unlimited decks.`;
      const deck = await own.create({ userId, creation, limit, message }, async () => {
        const material = await sources.read(userId, body.studyMaterialId, requestId);
        const stylePreference = body.stylePreference || undefined;
        const made = await content.cards(material.source, { count: plan.cardsAsked, stylePreference });
        if (made.cards.length < fewestItems)
          throw new DomainError(
            'too_little_material',
            'This study guide has too little material for flashcards. Add more content and try again.',
          );
        return {
          title: `Flashcards: ${material.title}`.slice(0, 200),
          description: `${made.cards.length} cards on ${material.title}`,
          cards: made.cards.map((card) => ({ _id: cardId(), ...card })),
          stylePreference: stylePreference ?? null,
          generatedBy: content.generatedBy,
          ...(made.limitation !== undefined && { limitation: made.limitation }),
          ...(made.shortfall && { shortfall: made.shortfall }),
          createdAt: clock().toISOString(),
          studyMaterialId: material._id,
          studyMaterialTitle: material.title,
          studyMaterialVersion: 0,
          isSourceDeleted: false,
        };
      });
      return asDeck(deck);
    },

    async list(userId: string, query: ListQuery): Promise<Page<FlashcardDeckListItem>> {
      const page = await own.list(userId, query);
      return { ...page, items: page.items.map(asListItem) };
    },

    get: async (userId: string, id: string): Promise<FlashcardDeck> => asDeck(await own.get(userId, id)),

    /** Changes title, description or cards; a card that is still there keeps its source. */
    async update(
      userId: string,
      id: string,
      {
        title,
        description,
        cards,
      }: {
        title?: string | undefined;
        description?: string | undefined;
        cards?: { _id?: string | undefined; front: string; back: string }[] | undefined;
      },
    ): Promise<FlashcardDeck> {
      const changed = await own.change(userId, id, (deck) => {
        const known = new Map(deck.cards.map((card) => [card._id, card]));
        const used = new Set<string>();
        const next = cards?.map(({ _id, front, back }): Flashcard => {
          const card = _id === undefined || used.has(_id) ? undefined : known.get(_id);
          if (card) used.add(card._id);
          return { _id: card?._id ?? cardId(), front, back, ...(card?.source && { source: card.source }) };
        });
        return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), ...(next && { cards: next }) };
      });
      return asDeck(changed);
    },

    remove: own.remove,

    /** Ten more cards that repeat none, or as many as the material still supports. */
    async generateMore(userId: string, id: string, studyMaterialId: string | undefined, requestId: string): Promise<NewCards> {
      const deck = await own.get(userId, id);
      if (studyMaterialId !== undefined && studyMaterialId !== deck.studyMaterialId)
        throw new DomainError('invalid', 'This deck belongs to another study guide.', {
          errors: [{ path: 'studyMaterialId', message: 'Not the guide of this deck' }],
        });
      if (!(await plans.planOf(userId)).canRegenerate)
        throw new DomainError('premium_required', 'New cards are part of Premium. Upgrade to generate more.');
      const room = Math.min(newCardsAsked, sizes.cards - deck.cards.length);
      if (room <= 0) throw new DomainError('too_little_material', `A deck holds at most ${sizes.cards} cards.`);
      const material = await sources.readAgain(userId, deck, 'deck', requestId);
      const made = await content.cards(material.source, {
        count: room,
        stylePreference: deck.stylePreference ?? undefined,
        avoidFronts: deck.cards.map((card) => card.front),
      });
      if (made.cards.length === 0) throw new DomainError('too_little_material', 'This study guide holds no more cards.');
      let newCards: Flashcard[] = [];
      await own.change(userId, id, (current) => {
        const fronts = new Set(current.cards.map((card) => card.front));
        // Another request may have added cards meanwhile.
        newCards = made.cards
          .filter((card) => !fronts.has(card.front))
          .slice(0, sizes.cards - current.cards.length)
          .map((card) => ({ _id: cardId(), ...card }));
        return { cards: [...current.cards, ...newCards] };
      });
      const shortfall =
        newCards.length < newCardsAsked
          ? {
              asked: newCardsAsked,
              made: newCards.length,
              reason: made.shortfall?.reason ?? `The material supports only ${newCards.length} more cards.`,
            }
          : undefined;
      return { newCards, flashcardId: id, ...(shortfall && { shortfall }) };
    },

    exists: own.exists,
    sourceChanged: own.sourceChanged,
    eraseAll: own.eraseAll,
  };
}
export type Decks = ReturnType<typeof createDecks>;
