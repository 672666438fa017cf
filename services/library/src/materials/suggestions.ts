import { mostSuggestions, type PageQuery, type SkippedSuggestions, type Suggestion, type SuggestionEdit } from '@lectern/contracts';
import { largestPage, type Page } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { changeMarksDocument } from './changeMarksDocument.ts';
import { bodyOf, ownMaterial } from './materialParts.ts';

/** The number of guides whose suggestions are cached: a learner reads the pages of one guide in sequence. */
export const guidesKept = 32;

/** Returns the skipped suggestions after an edit. A suggestion in both lists is restored. */
const afterEdit = (before: readonly string[], { skipped, restored = [] }: SuggestionEdit): string[] => {
  const taken = new Set(restored);
  return [...new Set([...before, ...skipped])].filter((id) => !taken.has(id)).slice(-mostSuggestions);
};

/**
 * Lists a page of the suggestions that were not skipped; `q` searches their terms and statements.
 *
 * @throws DomainError `not_found`, and the errors of the content queue
 */
export async function listSuggestions(
  library: LibraryContext,
  userId: string,
  id: string,
  { limit = largestPage, after, q = '' }: PageQuery,
): Promise<Page<Suggestion>> {
  await ownMaterial(library, userId, id);
  const all = await library.latestSuggestions.get(id, async () =>
    library.content.suggestions(userId, (await bodyOf(library, { userId, _id: id })).source),
  );
  const skipped = new Set((await library.store.marks.get({ userId, _id: id }))?.skipped);
  const start = after === undefined ? 0 : all.findIndex(({ _id }) => _id === after) + 1;
  const query = q.trim().toLowerCase();
  const isFound = ({ term, statement }: Suggestion): boolean => `${term}\n${statement}`.toLowerCase().includes(query);
  const left = all.slice(start).filter((one) => !skipped.has(one._id) && isFound(one));
  const items = left.slice(0, limit);
  return { items, next: left.length > limit ? items.at(-1)?._id : undefined };
}

/** Skips suggestions, or restores them. @throws DomainError `conflict`, `not_found` */
export async function updateSuggestions(
  library: LibraryContext,
  userId: string,
  id: string,
  edit: SuggestionEdit,
): Promise<SkippedSuggestions> {
  await ownMaterial(library, userId, id);
  const { skipped = [] } = await changeMarksDocument(library, userId, id, {
    version: 'skippedRevision',
    make: (before) => ({
      skipped: afterEdit(before?.skipped ?? [], edit),
      skippedRevision: (before?.skippedRevision ?? 0) + 1,
    }),
    subject: 'This list is',
  });
  return { skipped };
}
