import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError } from '@lectern/service-kit';
import type { ItemSchedules } from '../reviews/createItemSchedules.ts';
import type { ReviewSettingsRules } from '../reviews/createReviewSettings.ts';
import { inGroups } from '../reviews/inGroups.ts';
import { dayOf } from '../reviews/learnerDay.ts';
import { readPages } from '../reviews/readAll.ts';
import type { ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import type { ExamsDocument, StoredExam } from './examsCollection.ts';
import { underExams } from './underExams.ts';

export interface ExamListDependencies {
  reviewStore: ReviewStore;
  schedules: ItemSchedules;
  settings: ReviewSettingsRules;
  clock: () => Date;
}

/** A change of a learner's exams: the list after it, and the guides whose items it concerns. */
export interface ExamsChange {
  exams: StoredExam[];
  guides: readonly string[];
}

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The exams that have passed, but are not marked so. */
const justOver = (exams: readonly StoredExam[], today: number): StoredExam[] => exams.filter(({ isOver, day }) => !isOver && day < today);

/** Moves the items of guides to where they stand under the exams. */
const createPlacement = ({ reviewStore: { items, touchDeck }, schedules }: Pick<ExamListDependencies, 'reviewStore' | 'schedules'>) => {
  const place = async (item: ReviewItemDocument, planned: readonly StoredExam[]): Promise<void> => {
    if (item.unplanned) {
      const next = underExams(item, item.unplanned, planned);
      if (next.place === item.place && next.due === item.due) return;
      if (await items.update(item, { set: { ...next }, increment: { revision: 1 } }, { equals: { revision: item.revision } })) return;
    }
    await schedules.refresh(item);
  };

  return async ({ userId, exams: planned, behind }: ExamsDocument): Promise<void> => {
    for (const studyMaterialId of behind) {
      const parents = new Set<string>();
      for await (const concerned of readPages((paging) => items.find('byMaterial', { equals: { userId, studyMaterialId }, ...paging }))) {
        await inGroups(concerned, (item) => place(item, planned));
        for (const { parentId } of concerned) parents.add(parentId);
      }
      for (const parentId of parents) await touchDeck(userId, parentId);
    }
  };
};

/** The exams of learners. Items follow every change of them. */
export function createExamList({ reviewStore, schedules, settings, clock }: ExamListDependencies) {
  const { exams } = reviewStore;
  const placeAll = createPlacement({ reviewStore, schedules });
  const inConflict = () =>
    new DomainError('conflict', 'Your exams are being changed in another tab or on another device. Please try again.');

  /** Stores a change, and marks in the same write the guides whose items have to follow. @throws DomainError `conflict` */
  const store = async (userId: string, make: (exams: readonly StoredExam[]) => ExamsChange): Promise<ExamsDocument> => {
    for (let round = 0; round < changeRounds; round++) {
      const before = await exams.get({ userId, _id: userId });
      const { exams: planned, guides } = make(before?.exams ?? []);
      const fields = { exams: planned, behind: unique([...(before?.behind ?? []), ...guides]), revision: (before?.revision ?? 0) + 1 };
      try {
        const stored = before
          ? await exams.update({ userId, _id: userId }, { set: fields }, { equals: { revision: before.revision } })
          : await exams.insert({ _id: userId, userId, ...fields });
        if (stored) return stored;
      } catch (error) {
        // A concurrent call has created the document: the next round updates it.
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
    }
    throw inConflict();
  };

  /** Brings items up to date with the exams, also those that an interrupted change left behind. */
  const settle = async (document: ExamsDocument | undefined): Promise<readonly StoredExam[]> => {
    let current = document;
    for (let round = 0; current && current.behind.length > 0 && round < changeRounds; round++) {
      await placeAll(current);
      const { _id, userId, revision } = current;
      current =
        (await exams.update({ userId, _id }, { set: { behind: [] } }, { equals: { revision } })) ??
        (await exams.get({ userId, _id: userId }));
    }
    return current?.exams ?? [];
  };

  return {
    /** All exams of a learner. Exams whose day has passed are marked as over, and items are brought up to date. */
    async current(userId: string): Promise<readonly StoredExam[]> {
      const stored = await exams.get({ userId, _id: userId });
      if (!stored) return [];
      const today = dayOf(clock(), await settings.get(userId));
      if (justOver(stored.exams, today).length === 0) return settle(stored);
      const ended = await store(userId, (all) => ({
        exams: all.map((exam) => (exam.day < today ? { ...exam, isOver: true } : exam)),
        guides: justOver(all, today).flatMap(({ studyMaterialIds }) => studyMaterialIds),
      }));
      return settle(ended);
    },

    /** Changes the exams, and brings items up to date. @throws DomainError `conflict` when every retry lost to a concurrent change */
    change: async (userId: string, make: (exams: readonly StoredExam[]) => ExamsChange): Promise<readonly StoredExam[]> =>
      settle(await store(userId, make)),
  };
}
export type ExamList = ReturnType<typeof createExamList>;
