import {
  FlashcardDeck,
  FlashcardDeckListItem,
  newCardsAsked,
  sizes,
  titleFrom,
  type CardEdit,
  type Flashcard,
  type NewCards,
  type Report,
} from '@lectern/contracts';
import { newId, type DocumentStore } from '@lectern/document-store';
import {
  DomainError,
  pick,
  type ContentMetrics,
  type Creation,
  type DeletedAccounts,
  type Log,
  type Page,
  type Plans,
  type Quota,
} from '@lectern/service-kit';
import { decksCollection, largeDeckFields, type DeckDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import { createOwnedResources, wasApplied } from './createOwnedResources.ts';
import type { Sources } from './createSources.ts';
import { asReported, itemOf, thanks, withItem, withoutItem } from './items.ts';
import type { ListQuery } from './listOwn.ts';
import type { Outline } from './OwnedResource.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface DecksOptions {
  store: DocumentStore;
  content: StudyContent;
  contentMetrics: Pick<ContentMetrics, 'reported'>;
  sources: Sources;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  log: Log;
  clock: () => Date;
}

/** The most fronts of removed cards that a deck remembers. */
const frontsKept = sizes.cards;

const descriptionOf = (count: number, title: string): string => `${count} ${count === 1 ? 'card' : 'cards'} on ${title}`;

/** New cards for a deck. Fronts that were removed are remembered, so that they do not come back as new cards. */
const withCards = (deck: DeckDocument, cards: Flashcard[]): Pick<DeckDocument, 'cards' | 'removedFronts'> => {
  const fronts = new Set(cards.map((card) => card.front));
  const gone = deck.cards.map((card) => card.front).filter((front) => !fronts.has(front) && !deck.removedFronts.includes(front));
  return { cards, removedFronts: [...deck.removedFronts, ...gone].slice(-frontsKept) };
};

const editCard = (card: Flashcard, { front, back }: CardEdit): Flashcard => ({ ...card, front, back, edited: true });

const asListItem = (deck: Outline<DeckDocument, (typeof largeDeckFields)[number]>): FlashcardDeckListItem =>
  pick(FlashcardDeckListItem, { ...deck, cardCount: deck.itemCount });

const asDeck = (deck: DeckDocument): FlashcardDeck => pick(FlashcardDeck, { ...deck, cardCount: deck.cards.length });

/** Id of a card added later. A retry recognises the cards of its first attempt by it. */
const madeCardId = ({ newId: id }: Creation, index: number): string => `${id}-${String(index).padStart(2, '0')}`;
const cardsOf = (deck: DeckDocument, { newId: id }: Creation): Flashcard[] => deck.cards.filter((card) => card._id.startsWith(`${id}-`));

/** Rules of flashcard decks: creating, editing and extending them. */
export function createDecks({ store, content, contentMetrics, sources, quota, plans, deletedAccounts, log, clock }: DecksOptions) {
  const own = createOwnedResources<DeckDocument, (typeof largeDeckFields)[number]>({
    things: store.collection(decksCollection),
    large: largeDeckFields,
    itemsOf: ({ cards }) => cards,
    quota,
    deletedAccounts,
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
        const made = await content.cards(userId, material.source, { count: plan.cardsAsked, stylePreference });
        if (made.cards.length < fewestItems)
          throw new DomainError(
            'too_little_material',
            'This study guide has too little material for flashcards. Add more content and try again.',
          );
        return {
          title: titleFrom(`Flashcards: ${material.title}`, sizes.title, 'Flashcards'),
          description: descriptionOf(made.cards.length, material.title),
          cards: made.cards.map((card) => ({ _id: cardId(), ...card })),
          removedFronts: [],
          stylePreference: stylePreference ?? null,
          generatedBy: content.generatedBy,
          ...(made.usage && { usage: [made.usage] }),
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

    async list(userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<FlashcardDeckListItem>> {
      const page = await own.list(userId, query, signal);
      return { ...page, items: page.items.map(asListItem) };
    },

    get: async (userId: string, id: string): Promise<FlashcardDeck> => asDeck(await own.get(userId, id)),

    /**
     * Changes title, description or cards. Cards that stay keep their citations. A deck cannot grow past the plan's limit; a larger deck of an
     * earlier plan may keep its size.
     * @throws DomainError `conflict` for an outdated revision, `limit_reached` for too many cards
     */
    async update(
      userId: string,
      id: string,
      {
        title,
        description,
        cards,
        revision,
      }: {
        title?: string | undefined;
        description?: string | undefined;
        cards?: { _id?: string | undefined; front: string; back: string }[] | undefined;
        revision?: number | undefined;
      },
    ): Promise<FlashcardDeck> {
      const { cardsPerDeck = sizes.cards } = await plans.planOf(userId);
      const changed = await own.change(userId, id, (deck) => {
        if (revision !== undefined && revision !== deck.revision)
          throw new DomainError('conflict', 'This deck was changed elsewhere. Load it again and repeat your changes.');
        if (cards && cards.length > Math.max(cardsPerDeck, deck.cards.length))
          throw new DomainError('limit_reached', `A deck holds at most ${cardsPerDeck} cards on your plan. Upgrade to premium for more.`);
        const known = new Map(deck.cards.map((card) => [card._id, card]));
        const used = new Set<string>();
        const next = cards?.map(({ _id, front, back }): Flashcard => {
          const card = _id === undefined || used.has(_id) ? undefined : known.get(_id);
          if (card) used.add(card._id);
          if (!card) return { _id: cardId(), front, back };
          return card.front === front && card.back === back ? card : editCard(card, { front, back });
        });
        return {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(next && withCards(deck, next)),
        };
      });
      return asDeck(changed);
    },

    remove: own.remove,

    /** Adds ten cards that repeat none, or as many as the material still supports. */
    async generateMore(
      userId: string,
      id: string,
      studyMaterialId: string | undefined,
      creation: Creation,
      requestId: string,
    ): Promise<NewCards> {
      const deck = await own.get(userId, id);
      if (wasApplied(deck, creation)) return { newCards: cardsOf(deck, creation), flashcardId: id };
      if (studyMaterialId !== undefined && studyMaterialId !== deck.studyMaterialId)
        throw new DomainError('conflict', 'This deck belongs to another study guide.', {
          errors: [{ path: 'studyMaterialId', message: 'Not the guide of this deck' }],
        });
      if (!(await plans.planOf(userId)).canRegenerate)
        throw new DomainError('premium_required', 'New cards are part of Premium. Upgrade to generate more.');
      const room = Math.min(newCardsAsked, sizes.cards - deck.cards.length);
      if (room <= 0) throw new DomainError('too_little_material', `A deck holds at most ${sizes.cards} cards.`);
      const material = await sources.readAgain(userId, deck, 'deck', requestId);
      const made = await content.cards(userId, material.source, {
        count: room,
        stylePreference: deck.stylePreference ?? undefined,
        avoidFronts: [...deck.removedFronts, ...deck.cards.map((card) => card.front)],
      });
      if (made.cards.length === 0) throw new DomainError('too_little_material', 'This study guide holds no more cards.');
      let newCards: Flashcard[] = [];
      await own.change(
        userId,
        id,
        (current) => {
          // Another request may have added or removed cards meanwhile.
          const fronts = new Set([...current.removedFronts, ...current.cards.map((card) => card.front)]);
          newCards = made.cards
            .filter((card) => !fronts.has(card.front))
            .slice(0, sizes.cards - current.cards.length)
            .map((card, index) => ({ _id: madeCardId(creation, index), ...card }));
          return { cards: [...current.cards, ...newCards], usage: addUsage(current.usage, made.usage) };
        },
        creation,
      );
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

    async updateCard(userId: string, id: string, cardId: string, edit: CardEdit): Promise<FlashcardDeck> {
      const changed = await own.change(userId, id, (deck) =>
        withCards(deck, withItem(deck.cards, editCard(itemOf(deck.cards, cardId, 'card'), edit))),
      );
      return asDeck(changed);
    },

    /** Removes a card. It does not come back as a new one. */
    async removeCard(userId: string, id: string, cardId: string): Promise<{ _id: string }> {
      await own.change(userId, id, (deck) => {
        const { _id } = itemOf(deck.cards, cardId, 'card');
        const next = withCards(deck, withoutItem(deck.cards, _id, 'card'));
        const isAsMade = deck.description === descriptionOf(deck.cards.length, deck.studyMaterialTitle);
        return { ...next, ...(isAsMade && { description: descriptionOf(next.cards.length, deck.studyMaterialTitle) }) };
      });
      return { _id: cardId };
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

    exists: own.exists,
    sourceChanged: own.sourceChanged,
    eraseAll: own.eraseAll,
  };
}
export type Decks = ReturnType<typeof createDecks>;
