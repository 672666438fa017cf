import type { Flashcard, MaterialSource, QuizQuestion } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { DroppedItem } from '@lectern/study-content/workers';
import { notFound } from '@lectern/service-kit';
import { droppedItemsCollection, type DroppedItemDocument } from '../store.ts';

/** The most dropped items of a guide that generation reads, the latest, and how many in one turn of the event loop. */
const mostRead = 200;
const atOnce = 25;

/** The items of a quiz or deck, as they are dropped and restored. */
interface Items<Item> {
  kind: DroppedItemDocument['kind'];
  /** The quiz or the deck. */
  parentId: string;
  /** The guide of the quiz or deck; empty without one. */
  studyMaterialId: string;
  items: readonly Item[];
}

const rightOf = ({ options }: QuizQuestion): string => options.find(({ isCorrect }) => isCorrect)?.text ?? '';

/** What generation has to know of a dropped item. */
const asDropped = ({ card, question }: DroppedItemDocument): DroppedItem[] => {
  if (card?.source) return [{ text: card.front, key: card.back, pointer: card.source.pointer }];
  return question?.source ? [{ text: question.question, key: rightOf(question), pointer: question.source.pointer }] : [];
};

/** Items that learners dropped, by guide. They are kept whole, so that dropping can be undone. */
export function createDroppedItems(store: DocumentStore) {
  const dropped = store.collection(droppedItemsCollection);

  return {
    /** Remembers an item before it is removed. */
    async remember<Item extends Flashcard | QuizQuestion>(
      userId: string,
      { kind, parentId, studyMaterialId, items }: Items<Item>,
      item: Item,
    ): Promise<void> {
      await dropped.delete({ userId, _id: item._id });
      await dropped.insert({
        _id: item._id,
        userId,
        parentId,
        kind,
        // An item of several guides names its own. One without a source is the learner's own, which no generation makes.
        studyMaterialId: item.source ? (item.source.studyMaterialId ?? studyMaterialId) : '',
        place: items.findIndex(({ _id }) => _id === item._id),
        ...('front' in item ? { card: item } : { question: item }),
      });
    },

    /** @throws DomainError `not_found` */
    async get(userId: string, parentId: string, itemId: string): Promise<DroppedItemDocument> {
      const found = await dropped.get({ userId, _id: itemId });
      if (found?.parentId !== parentId) throw notFound('Item');
      return found;
    },

    forget: async (userId: string, itemId: string): Promise<void> => void (await dropped.delete({ userId, _id: itemId })),

    /** The dropped items of guides that must not be made again. */
    async of(userId: string, materials: readonly MaterialSource[], kind: DroppedItemDocument['kind']): Promise<DroppedItem[]> {
      const found: DroppedItem[] = [];
      for (const { _id: studyMaterialId } of materials) {
        let after: string | undefined;
        for (let read = 0; read < mostRead; read += atOnce) {
          const page = await dropped.find('byGuide', {
            equals: { userId, studyMaterialId },
            order: 'desc',
            limit: atOnce,
            ...(after !== undefined && { after }),
          });
          for (const each of page) if (each.kind === kind) found.push(...asDropped(each));
          after = page.at(-1)?._id;
          if (page.length < atOnce) break;
        }
      }
      return found;
    },

    forgetGuide: async (userId: string, studyMaterialId: string): Promise<void> =>
      void (await dropped.deleteWhere('byGuide', { userId, studyMaterialId })),

    eraseAll: async (userId: string): Promise<void> => void (await dropped.deleteWhere('byUser', { userId })),
  };
}
export type DroppedItems = ReturnType<typeof createDroppedItems>;

/** Items with a dropped one in its former place, or as they are if it is among them. */
export const withRestored = <Item extends { _id: string }>(items: readonly Item[], item: Item, place: number): Item[] =>
  items.some(({ _id }) => _id === item._id) ? [...items] : items.toSpliced(Math.min(place, items.length), 0, item);
