import type { GuideMastery } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { largeQuizFields } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import type { DayCounts } from './countInDeck.ts';
import { readAll } from './readAll.ts';
import { readGuideItems } from './readGuideItems.ts';
import { countIn, readQueueRequest } from './reviewQueue.ts';
import { recallOn } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

/** The number of guides that are read side by side. */
const guidesTogether = 20;

/** Counts the questions of a guide's quizzes, whether answered or not. */
async function countQuestions({ store: { quizzes } }: StudyContext, userId: string, studyMaterialId: string): Promise<Map<string, number>> {
  const equals = { userId, studyMaterialId };
  const outlines = await readAll((paging) => quizzes.findWithout(largeQuizFields, 'byMaterial', { equals, ...paging }));
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
  counting: Promise<DayCounts>,
): Promise<GuideMastery | undefined> {
  const [known, questions, counts] = await Promise.all([
    readGuideItems(study, userId, studyMaterialId),
    countQuestions(study, userId, studyMaterialId),
    counting,
  ]);
  const items = known.filter(({ suspended }) => !suspended);
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
  const { due } = await counts.inGuide(studyMaterialId, items);
  return { studyMaterialId, mastery: recall / total, items: total, seen, due };
}

/** Computes how well guides are known today, in the order of the ids. Omits guides without items. */
export const listMastery = (study: StudyContext, userId: string, studyMaterialIds: readonly string[]): Promise<GuideMastery[]> =>
  study.queues.plans.run(userId, studyMaterialIds.length > 1, async () => {
    const counting = countIn(study, await readQueueRequest(study, userId));
    const ids = [...new Set(studyMaterialIds)];
    const all: (GuideMastery | undefined)[] = [];
    for (let index = 0; index < ids.length; index += guidesTogether)
      all.push(...(await Promise.all(ids.slice(index, index + guidesTogether).map((id) => masteryOf(study, userId, id, counting)))));
    return all.filter((mastery) => mastery !== undefined);
  });
