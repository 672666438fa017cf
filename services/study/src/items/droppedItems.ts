import type { Flashcard, MaterialSource, QuizQuestion } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { DroppedItem } from '@lectern/study-content/workers';
import type { DroppedItemDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';

/** The maximum number of a guide's dropped items that generation reads, newest first, and the number per turn of the event loop. */
const mostRead = 200;
const pageLength = 25;

/** The items of a quiz or deck. */
interface Items<Item> {
  kind: DroppedItemDocument['kind'];
  /** The id of the quiz or deck. */
  parentId: string;
  /** Its guide; empty without one. */
  studyMaterialId: string;
  items: readonly Item[];
}

const rightOf = ({ options }: QuizQuestion): string => options.find(({ isCorrect }) => isCorrect)?.text ?? '';

/** Returns the fields of a dropped item that generation needs. */
const asDropped = ({ card, question }: DroppedItemDocument): DroppedItem[] => {
  if (card?.source) return [{ text: card.front, key: card.back, pointer: card.source.pointer }];
  return question?.source ? [{ text: question.question, key: rightOf(question), pointer: question.source.pointer }] : [];
};

/** Stores an item before its removal, so that it can be restored. */
export async function storeDropped<Item extends Flashcard | QuizQuestion>(
  { store }: StudyContext,
  userId: string,
  { kind, parentId, studyMaterialId, items }: Items<Item>,
  item: Item,
): Promise<void> {
  await store.droppedItems.delete({ userId, _id: item._id });
  await store.droppedItems.insert({
    _id: item._id,
    userId,
    parentId,
    kind,
    // If there are several guides, the item names its own. An item without a source was written by the learner and is never generated.
    studyMaterialId: item.source ? (item.source.studyMaterialId ?? studyMaterialId) : '',
    place: items.findIndex(({ _id }) => _id === item._id),
    ...('front' in item ? { card: item } : { question: item }),
  });
}

/** @throws DomainError `not_found` */
export async function getDropped({ store }: StudyContext, userId: string, parentId: string, itemId: string): Promise<DroppedItemDocument> {
  const found = await store.droppedItems.get({ userId, _id: itemId });
  if (found?.parentId !== parentId) throw notFound('Item');
  return found;
}

/** Deletes a dropped item after it was restored. */
export const deleteDropped = async ({ store }: StudyContext, userId: string, itemId: string): Promise<void> =>
  void (await store.droppedItems.delete({ userId, _id: itemId }));

/** Returns the dropped items of guides, which are not generated again. */
export async function listDropped(
  { store }: StudyContext,
  userId: string,
  materials: readonly MaterialSource[],
  kind: DroppedItemDocument['kind'],
): Promise<DroppedItem[]> {
  const found: DroppedItem[] = [];
  for (const { _id: studyMaterialId } of materials) {
    let after: string | undefined;
    for (let read = 0; read < mostRead; read += pageLength) {
      const page = await store.droppedItems.find('byGuide', {
        equals: { userId, studyMaterialId },
        order: 'desc',
        limit: pageLength,
        ...(after !== undefined && { after }),
      });
      for (const each of page) if (each.kind === kind) found.push(...asDropped(each));
      after = page.at(-1)?._id;
      if (page.length < pageLength) break;
    }
  }
  return found;
}

/** Returns the items with a dropped one in its former place, or unchanged if it is already among them. */
export const withRestored = <Item extends { _id: string }>(items: readonly Item[], item: Item, place: number): Item[] =>
  items.some(({ _id }) => _id === item._id) ? [...items] : items.toSpliced(Math.min(place, items.length), 0, item);
