import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { MarksDocument } from '../store.ts';
import { requireStillThere } from './materialParts.ts';

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

type Fields<Name extends keyof MarksDocument> = { [Key in Name]: NonNullable<MarksDocument[Key]> };
/** The parts of the document, each with the field by which concurrent changes of it are noticed. */
type Part = Fields<'marks' | 'revision'> | Fields<'place' | 'placeReadAt'> | Fields<'skipped' | 'skippedRevision'>;

export interface MarksChange {
  version: 'revision' | 'placeReadAt' | 'skippedRevision';
  /** The changed fields, the version among them; `undefined`: nothing is to change. Called again after a concurrent change. */
  make: (before: MarksDocument | undefined) => Part | undefined;
  /** What is being changed elsewhere, for the learner: `This list is`. */
  subject: string;
}

const storeChange = async (
  { store: { marks } }: LibraryContext,
  key: { userId: string; _id: string },
  { version, make, subject }: MarksChange,
): Promise<MarksDocument> => {
  for (let round = 0; round < changeRounds; round++) {
    const before = await marks.get(key);
    const fields = make(before);
    if (!fields) return before ?? { ...key, marks: [] };
    const known = before?.[version];
    try {
      const stored = before
        ? await marks.update(key, { set: fields }, known === undefined ? { absent: [version] } : { equals: { [version]: known } })
        : await marks.insert({ ...key, marks: [], ...fields });
      if (stored) return stored;
    } catch (error) {
      // A concurrent request has created the document: the next round updates it.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }
  throw new DomainError('conflict', `${subject} being changed elsewhere. Please try again.`);
};

/**
 * Changes what a learner keeps beside a guide: highlights, place, skipped suggestions. When the guide was deleted meanwhile, nothing is kept.
 * @throws DomainError `conflict` after too many concurrent changes, `not_found`, and what `make` throws
 */
export async function changeMarksDocument(
  library: LibraryContext,
  userId: string,
  id: string,
  change: MarksChange,
): Promise<MarksDocument> {
  const stored = await storeChange(library, { userId, _id: id }, change);
  await requireStillThere(library, userId, id, () => library.store.marks.delete({ userId, _id: id }));
  return stored;
}
