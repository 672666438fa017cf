import type { GuideMastery } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { largeQuizFields } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import type { DayCounts } from './countInDeck.ts';
import { duePlaces } from './itemCollections.ts';
import { readAllIds } from './readAll.ts';
import { readGuideItems } from './readGuideItems.ts';
import { countDue } from './reviewQueue.ts';
import { recallOn } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

/** Counts the questions of a guide's quizzes, whether answered or not. */
async function countQuestions({ store: { quizzes } }: StudyContext, userId: string, studyMaterialId: string): Promise<Map<string, number>> {
  const ids = await readAllIds((paging) => quizzes.findIds('byMaterial', { equals: { userId, studyMaterialId }, ...paging }));
  const outlines = await quizzes.getManyWithout(largeQuizFields, { userId, ids });
  const counts = new Map<string, number>();
  // A quiz without `itemCount` is older and is read completely.
  for (const { _id, itemCount } of outlines) counts.set(_id, itemCount ?? (await quizzes.get({ userId, _id }))?.questions.length ?? 0);
  return counts;
}

/** @returns `undefined` for a guide without items, or of another learner */
async function masteryOf(
  study: StudyContext,
  userId: string,
  studyMaterialId: string,
  counts: DayCounts,
): Promise<GuideMastery | undefined> {
  const known = await readGuideItems(study, userId, studyMaterialId);
  const items = known.filter(({ suspended }) => !suspended);
  const questions = await countQuestions(study, userId, studyMaterialId);
  let [recall, seen] = [0, 0];
  for (const item of items) {
    await maybeYield();
    const schedule = scheduleOfItem(item);
    if (schedule) [recall, seen] = [recall + recallOn(counts.today, schedule, counts.own), seen + 1];
  }
  // A question has an item from its first answer on. One of a quiz on several guides counts from then on, too.
  const answered = known.filter(({ kind, parentId }) => kind === 'question' && questions.has(parentId)).length;
  const unanswered = [...questions.values()].reduce((sum, count) => sum + count, 0) - answered;
  const total = items.length + Math.max(0, unanswered);
  if (total === 0) return undefined;
  // Most guides have nothing due, which needs no further read.
  const mayBeDue = items.some(({ place, due }) => duePlaces.includes(place) && due <= counts.dayEnd);
  const due = mayBeDue ? (await counts.inGuide(studyMaterialId)).due : 0;
  return { studyMaterialId, mastery: recall / total, items: total, seen, due };
}

/** Computes how well guides are known today, in the order of the ids. Omits guides without items. */
export const listMastery = (study: StudyContext, userId: string, studyMaterialIds: readonly string[]): Promise<GuideMastery[]> =>
  study.queues.plans.run(userId, studyMaterialIds.length > 1, async () => {
    const counts = await countDue(study, userId);
    const all: GuideMastery[] = [];
    for (const id of new Set(studyMaterialIds)) {
      const mastery = await masteryOf(study, userId, id, counts);
      if (mastery) all.push(mastery);
    }
    return all;
  });
