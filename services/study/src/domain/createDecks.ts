import type { BulkResult, FlashcardDeck, FlashcardDeckListItem } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { runInBulk, type DeletedAccounts, type Page, type Quota } from '@lectern/service-kit';
import { createDeckImport } from '../imports/createDeckImport.ts';
import { createExistingCards } from '../imports/createExistingCards.ts';
import type { DeckReader } from '../imports/createDeckReader.ts';
import type { Reviews } from '../reviews/createReviews.ts';
import { decksCollection, largeDeckFields, type DeckDocument } from '../store.ts';
import { createAlternativeCards } from './createAlternativeCards.ts';
import { createCardEdits, type CardEditsDependencies } from './createCardEdits.ts';
import { createCardRemoval, type CardRemovalDependencies } from './createCardRemoval.ts';
import { createDeckGeneration } from './createDeckGeneration.ts';
import { createDeckGrowth } from './createDeckGrowth.ts';
import { createDeckWriting } from './createDeckWriting.ts';
import type { CardPictures } from './createCardPictures.ts';
import { createDeckCopies } from './createCopies.ts';
import type { DeckGenerationDependencies } from './makeCards.ts';
import { createOwnedResources } from './createOwnedResources.ts';
import { asDeck, asDeckListItem, type LargeDeckField, type OwnedDecks } from './deckDocument.ts';
import { stopGeneration } from './followGeneration.ts';
import type { ListQuery } from './listOwn.ts';

export interface DecksOptions extends Omit<DeckGenerationDependencies & CardEditsDependencies & CardRemovalDependencies, 'own'> {
  store: DocumentStore;
  quota: Quota;
  deletedAccounts: DeletedAccounts;
  reader: DeckReader;
  pictures: CardPictures;
  reviews: Pick<
    Reviews,
    'storeHistories' | 'discardItems' | 'discardOf' | 'discardUnstored' | 'announceCards' | 'followCards' | 'updateItem'
  >;
}

/** Rules of flashcard decks: creating, editing and extending them. */
export function createDecks(options: DecksOptions) {
  const { store, quota, deletedAccounts, reviews, pictures, log, clock } = options;
  const resources = store.collection(decksCollection);
  const own: OwnedDecks = createOwnedResources<DeckDocument, LargeDeckField>({
    resources,
    large: largeDeckFields,
    itemsOf: ({ cards }) => cards,
    discardParts: async (userId, id) => {
      await reviews.discardOf(userId, id);
      await pictures.deleteOf(userId, id);
    },
    discardUnstored: async (userId, id) => {
      await reviews.discardUnstored(userId, id);
      await pictures.deleteOf(userId, id);
    },
    discardItems: reviews.discardItems,
    followers: {
      isConcerned: ({ cards, title }) => cards !== undefined || title !== undefined,
      announce: reviews.announceCards,
      follow: reviews.followCards,
    },
    quota,
    deletedAccounts,
    counted: 'flashcards',
    name: 'flashcard deck',
  });

  return {
    ...createDeckImport({ own, existingCards: createExistingCards(resources), ...options }),
    ...createDeckGeneration({ own, ...options }),
    ...createDeckGrowth({ own, ...options }),
    ...createCardEdits({ own, ...options }),
    ...createCardRemoval({ own, ...options }),
    ...createDeckWriting({ own, ...options }),
    ...createAlternativeCards({ own, ...options }),
    ...createDeckCopies({ own, ...options }),

    async list(userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<FlashcardDeckListItem>> {
      const page = await own.list(userId, query, signal);
      return { ...page, items: page.items.map((deck) => asDeckListItem(deck, clock())) };
    },

    get: async (userId: string, id: string): Promise<FlashcardDeck> => asDeck(await own.get(userId, id), clock()),

    /** Ends the making of cards that still runs. */
    stop: async (userId: string, id: string): Promise<FlashcardDeck> => asDeck(await own.change(userId, id, stopGeneration), clock()),

    /** The names of the decks around an imported one, and its own; `undefined` for a deck that the learner has named. */
    pathOf: async (userId: string, id: string): Promise<readonly string[] | undefined> => (await own.get(userId, id)).path,

    remove: own.remove,

    /** Deletes several, each on its own. */
    removeMany: (userId: string, ids: readonly string[], requestId: string): Promise<BulkResult> =>
      runInBulk(ids, (id) => own.remove(userId, id), { log, requestId }),

    exists: own.exists,
    discard: own.discard,
    sourceChanged: own.sourceChanged,
    eraseAll: async (userId: string): Promise<void> => {
      await own.eraseAll(userId);
      await pictures.deleteOfLearner(userId);
    },
  };
}
export type Decks = ReturnType<typeof createDecks>;
