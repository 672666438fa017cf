import { mostSuggestions, type PageQuery, type SkippedSuggestions, type Suggestion, type SuggestionEdit } from '@lectern/contracts';
import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, largestPage, notFound, type Page } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';
import type { StudyContent } from './StudyContent.ts';

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

/** How many guides' suggestions are kept: a learner reads the pages of one guide one after the other. */
const guidesKept = 32;

export interface MaterialSuggestionsDependencies {
  parts: MaterialParts;
  content: Pick<StudyContent, 'suggestions'>;
}

/** Keeps the latest results of a function by key. A source never changes, so neither do its suggestions. */
const keepLatest = <Value>(most: number) => {
  const kept = new Map<string, Promise<Value>>();
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    // A failure is tried again.
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return made;
  };
};

/** The skipped suggestions after an edit. A suggestion in both lists is restored. */
const afterEdit = (before: readonly string[], { skipped, restored = [] }: SuggestionEdit): string[] => {
  const taken = new Set(restored);
  return [...new Set([...before, ...skipped])].filter((id) => !taken.has(id)).slice(-mostSuggestions);
};

/** What learners can make cards and questions from, and what they skipped of it. */
export function createMaterialSuggestions({ parts, content }: MaterialSuggestionsDependencies) {
  const { marks } = parts;
  const keep = keepLatest<readonly Suggestion[]>(guidesKept);

  const store = async (userId: string, id: string, edit: SuggestionEdit): Promise<string[]> => {
    for (let round = 0; round < changeRounds; round++) {
      const before = await marks.get({ userId, _id: id });
      const fields = { skipped: afterEdit(before?.skipped ?? [], edit), skippedRevision: (before?.skippedRevision ?? 0) + 1 };
      const guard =
        before?.skippedRevision === undefined
          ? { absent: ['skippedRevision'] as const }
          : { equals: { skippedRevision: before.skippedRevision } };
      try {
        const stored = before
          ? await marks.update({ userId, _id: id }, { set: fields }, guard)
          : await marks.insert({ _id: id, userId, marks: [], ...fields });
        if (stored) return fields.skipped;
      } catch (error) {
        // A concurrent request has created the document: the next round updates it.
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
    }
    throw new DomainError('conflict', 'This list is being changed elsewhere. Please try again.');
  };

  return {
    /** A page of suggestions that were not skipped; `q` searches their terms and statements. @throws DomainError `not_found`, and what the content queue throws */
    async suggestions(userId: string, id: string, { limit = largestPage, after, q = '' }: PageQuery): Promise<Page<Suggestion>> {
      await parts.own(userId, id);
      const all = await keep(id, async () => content.suggestions(userId, (await parts.bodyOf({ userId, _id: id })).source));
      const skipped = new Set((await marks.get({ userId, _id: id }))?.skipped);
      const start = after === undefined ? 0 : all.findIndex(({ _id }) => _id === after) + 1;
      const sought = q.trim().toLowerCase();
      const isSought = ({ term, statement }: Suggestion): boolean => `${term}\n${statement}`.toLowerCase().includes(sought);
      const left = all.slice(start).filter((one) => !skipped.has(one._id) && isSought(one));
      const items = left.slice(0, limit);
      return { items, next: left.length > limit ? items.at(-1)?._id : undefined };
    },

    /** Skips suggestions, or takes that back. @throws DomainError `conflict`, `not_found` */
    async updateSuggestions(userId: string, id: string, edit: SuggestionEdit): Promise<SkippedSuggestions> {
      await parts.own(userId, id);
      const skipped = await store(userId, id, edit);
      // The guide may have been deleted meanwhile: what was skipped must not come back.
      if (!(await parts.exists(id, userId))) {
        await marks.delete({ userId, _id: id });
        throw notFound('Study guide');
      }
      return { skipped };
    },
  };
}
