import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mark, MarkEdit } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { notFound } from '@lectern/service-kit';
import type { StoredMark } from '../store.ts';
import { createWordSearch } from './createWordSearch.ts';
import type { MaterialParts } from './createMaterialParts.ts';

/** Marks that are looked for before other requests get their turn: a guide may have two million characters. */
const marksAtOnce = 20;

/** Highlights and notes of learners on their guides. */
export function createMaterialMarks({ parts, clock }: { parts: MaterialParts; clock: () => Date }) {
  /** The marks, each with whether the guide still has its words. */
  const asMarks = async (id: string, stored: readonly StoredMark[]): Promise<Mark[]> => {
    if (stored.length === 0) return [];
    const hasWords = createWordSearch((await parts.bodyOf(id)).markdown);
    const marks: Mark[] = [];
    for (const [index, mark] of stored.entries()) {
      if (index > 0 && index % marksAtOnce === 0) await nextTurn();
      marks.push({ ...mark, isLost: !hasWords(mark.quote) });
    }
    return marks;
  };

  return {
    async listMarks(userId: string, id: string): Promise<Mark[]> {
      await parts.own(userId, id);
      return asMarks(id, (await parts.marks.get(id))?.marks ?? []);
    },

    /** Replaces the marks. Those whose words are gone stay until the learner removes them. */
    async updateMarks(userId: string, id: string, edits: readonly MarkEdit[]): Promise<Mark[]> {
      await parts.own(userId, id);
      const marks = edits.map(({ _id = newId(() => clock().getTime()), note, ...mark }) => ({ _id, ...mark, ...(note && { note }) }));
      await parts.marks.upsert({ _id: id, userId, marks });
      // The guide may have been deleted meanwhile: its marks must not come back.
      if (!(await parts.exists(id))) {
        await parts.marks.delete(id);
        throw notFound('Study guide');
      }
      return asMarks(id, marks);
    },
  };
}
