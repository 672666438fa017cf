import * as z from 'zod/mini';
import { Id, sizes, type Mark, type MarkEdit, type MarkWords } from '@lectern/contracts';
import { DuplicateKeyError, newId } from '@lectern/document-store';
import { DomainError, notFound, type Log } from '@lectern/service-kit';
import { TaskEndedError } from '@lectern/service-kit/task-threads';
import type { StoredMark } from '../store.ts';
import type { LibraryThreads } from './LibraryThreads.ts';
import type { MaterialParts } from './createMaterialParts.ts';

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

/** As it is stored: without an empty note. */
const storedMark = (_id: string, { note, quote, before, after, colour }: MarkWords): StoredMark => ({
  ...{ _id, quote, before, after, colour },
  ...(note && { note }),
});

/** The marks with this one added, or in place of the one with its id. @throws DomainError `conflict` for one too many */
const withMark = (marks: readonly StoredMark[], mark: StoredMark): StoredMark[] => {
  if (marks.some(({ _id }) => _id === mark._id)) return marks.map((other) => (other._id === mark._id ? mark : other));
  if (marks.length >= sizes.marks) throw new DomainError('conflict', `A guide can have at most ${sizes.marks} highlights and notes.`);
  return [...marks, mark];
};

/** @throws DomainError `not_found` */
const withoutMark = (marks: readonly StoredMark[], id: string): StoredMark[] => {
  const left = marks.filter(({ _id }) => _id !== id);
  if (left.length === marks.length) throw notFound('Highlight');
  return left;
};

export interface MaterialMarksDependencies {
  parts: MaterialParts;
  threads: LibraryThreads;
  log: Log;
  clock: () => Date;
}

/** Looks for the words of marks in their guide. A search that takes too long finds all of them. */
const createMarkSearch =
  ({ parts, threads, log }: MaterialMarksDependencies) =>
  async (userId: string, id: string, marks: readonly StoredMark[]): Promise<boolean[]> => {
    const { markdown } = await parts.bodyOf({ userId, _id: id });
    try {
      return await threads.run(userId, 'findQuotes', { markdown, quotes: marks.map(({ quote }) => quote) });
    } catch (error) {
      if (!(error instanceof TaskEndedError)) throw error;
      log('warn', 'marks.not-searched', { error });
      return marks.map(() => true);
    }
  };

/** Highlights and notes of learners on their guides. */
export function createMaterialMarks(dependencies: MaterialMarksDependencies) {
  const { parts, clock } = dependencies;
  const findMarks = createMarkSearch(dependencies);

  /** The marks, each with whether the guide still has its words. */
  const asMarks = async (userId: string, id: string, stored: readonly StoredMark[]): Promise<Mark[]> => {
    if (stored.length === 0) return [];
    const found = await findMarks(userId, id, stored);
    return stored.map((mark, index) => ({ ...mark, isLost: found[index] === false }));
  };

  /** Applies `make` to the stored marks, again after a concurrent change. @throws DomainError `conflict`, and what `make` throws */
  const store = async (userId: string, id: string, make: (marks: readonly StoredMark[]) => StoredMark[]): Promise<StoredMark[]> => {
    for (let round = 0; round < changeRounds; round++) {
      const before = await parts.marks.get({ userId, _id: id });
      const fields = { marks: make(before?.marks ?? []), revision: (before?.revision ?? 0) + 1 };
      const guard = before?.revision === undefined ? { absent: ['revision'] as const } : { equals: { revision: before.revision } };
      try {
        const stored = before
          ? await parts.marks.update({ userId, _id: id }, { set: fields }, guard)
          : await parts.marks.insert({ _id: id, userId, ...fields });
        if (stored) return fields.marks;
      } catch (error) {
        // A concurrent request has created the document: the next round updates it.
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
    }
    throw new DomainError('conflict', 'Your highlights are being changed elsewhere. Please try again.');
  };

  const change = async (userId: string, id: string, make: (marks: readonly StoredMark[]) => StoredMark[]): Promise<StoredMark[]> => {
    await parts.own(userId, id);
    const marks = await store(userId, id, make);
    // The guide may have been deleted meanwhile: its marks must not come back.
    if (!(await parts.exists(id, userId))) {
      await parts.marks.delete({ userId, _id: id });
      throw notFound('Study guide');
    }
    return marks;
  };

  return {
    async listMarks(userId: string, id: string): Promise<Mark[]> {
      await parts.own(userId, id);
      return asMarks(userId, id, (await parts.marks.get({ userId, _id: id }))?.marks ?? []);
    },

    /** Replaces the marks. Those whose words are gone stay until the learner removes them. */
    async updateMarks(userId: string, id: string, edits: readonly MarkEdit[]): Promise<Mark[]> {
      const marks = edits.map(({ _id = newId(() => clock().getTime()), ...words }) => storedMark(_id, words));
      return asMarks(userId, id, await change(userId, id, () => marks));
    },

    /**
     * Adds a mark, or changes the one with its id. The others stay as they are.
     * @throws DomainError `conflict` for one too many, `not_found` for a text that is no id
     */
    async updateMark(userId: string, id: string, markId: string, words: MarkWords): Promise<Mark> {
      if (!z.safeParse(Id, markId).success) throw notFound('Highlight');
      const mark = storedMark(markId, words);
      await change(userId, id, (marks) => withMark(marks, mark));
      const [isFound] = await findMarks(userId, id, [mark]);
      return { ...mark, isLost: isFound === false };
    },

    /** Removes a mark. @throws DomainError `not_found` */
    async removeMark(userId: string, id: string, markId: string): Promise<{ _id: string }> {
      await change(userId, id, (marks) => withoutMark(marks, markId));
      return { _id: markId };
    },
  };
}
