import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { MarksDocument } from '../store.ts';
import { requireStillThere } from './materialParts.ts';

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;

type Fields<Name extends keyof MarksDocument> = { [Key in Name]: NonNullable<MarksDocument[Key]> };
/** The parts of the document, each with the field that detects concurrent changes of it. */
type Part = Fields<'marks' | 'revision'> | Fields<'place' | 'placeReadAt'> | Fields<'skipped' | 'skippedRevision'>;

export interface MarksChange {
  version: 'revision' | 'placeReadAt' | 'skippedRevision';
  /** Returns the changed fields, including the version; `undefined` for no change. Called again after a concurrent change. */
  make: (before: MarksDocument | undefined) => Part | undefined;
  /** The subject of the conflict message to the learner: `This list is`. */
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
      // A concurrent request has created the document: the next attempt updates it.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }
  throw new DomainError('conflict', `${subject} being changed elsewhere. Please try again.`);
};

/**
 * Changes a learner's data about a guide: highlights, reading place, skipped suggestions. Stores nothing if the guide was deleted since.
 *
 * @throws DomainError `conflict` after too many concurrent changes, `not_found`, and the errors of `make`
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
