import * as z from 'zod/mini';
import { Id, sizes, type Mark, type MarkEdit, type MarkWords } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, notFound } from '@lectern/service-kit';
import { TaskEndedError } from '@lectern/service-kit/task-threads';
import type { LibraryContext } from '../LibraryContext.ts';
import type { StoredMark } from '../store.ts';
import { changeMarksDocument } from './changeMarksDocument.ts';
import { bodyOf, ownMaterial } from './materialParts.ts';

/** Returns the stored form of a mark: without an empty note. */
const storedMark = (_id: string, { note, quote, before, after, colour }: MarkWords): StoredMark => ({
  ...{ _id, quote, before, after, colour },
  ...(note && { note }),
});

/** Adds a mark, or replaces the one with its id. @throws DomainError `conflict` above the maximum number */
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

/** Searches the text of marks in their guide. After a timeout all of them count as found. */
async function findMarks(library: LibraryContext, userId: string, id: string, marks: readonly StoredMark[]): Promise<boolean[]> {
  const { markdown } = await bodyOf(library, { userId, _id: id });
  try {
    return await library.threads.run(userId, 'findQuotes', { markdown, quotes: marks.map(({ quote }) => quote) });
  } catch (error) {
    if (!(error instanceof TaskEndedError)) throw error;
    library.log('warn', 'marks.not-searched', { error });
    return marks.map(() => true);
  }
}

/** Returns the marks, each with whether the guide still contains its text. */
async function asMarks(library: LibraryContext, userId: string, id: string, stored: readonly StoredMark[]): Promise<Mark[]> {
  if (stored.length === 0) return [];
  const found = await findMarks(library, userId, id, stored);
  return stored.map((mark, index) => ({ ...mark, isLost: found[index] === false }));
}

async function changeMarks(
  library: LibraryContext,
  userId: string,
  id: string,
  make: (marks: readonly StoredMark[]) => StoredMark[],
): Promise<StoredMark[]> {
  await ownMaterial(library, userId, id);
  const { marks } = await changeMarksDocument(library, userId, id, {
    version: 'revision',
    make: (before) => ({ marks: make(before?.marks ?? []), revision: (before?.revision ?? 0) + 1 }),
    subject: 'Your highlights are',
  });
  return marks;
}

/** Lists the learner's highlights and notes on a guide. */
export async function listMarks(library: LibraryContext, userId: string, id: string): Promise<Mark[]> {
  await ownMaterial(library, userId, id);
  return asMarks(library, userId, id, (await library.store.marks.get({ userId, _id: id }))?.marks ?? []);
}

/** Replaces the marks. Those whose text was removed stay until the learner deletes them. */
export async function updateMarks(library: LibraryContext, userId: string, id: string, edits: readonly MarkEdit[]): Promise<Mark[]> {
  const marks = edits.map(({ _id = newId(() => library.clock().getTime()), ...words }) => storedMark(_id, words));
  return asMarks(library, userId, id, await changeMarks(library, userId, id, () => marks));
}

/**
 * Adds a mark, or changes the one with its id. The others stay unchanged.
 *
 * @throws DomainError `conflict` above the maximum number, `not_found` for an invalid id
 */
export async function updateMark(library: LibraryContext, userId: string, id: string, markId: string, words: MarkWords): Promise<Mark> {
  if (!z.safeParse(Id, markId).success) throw notFound('Highlight');
  const mark = storedMark(markId, words);
  await changeMarks(library, userId, id, (marks) => withMark(marks, mark));
  const [isFound] = await findMarks(library, userId, id, [mark]);
  return { ...mark, isLost: isFound === false };
}

/** Removes a mark. @throws DomainError `not_found` */
export async function deleteMark(library: LibraryContext, userId: string, id: string, markId: string): Promise<{ _id: string }> {
  await changeMarks(library, userId, id, (marks) => withoutMark(marks, markId));
  return { _id: markId };
}
