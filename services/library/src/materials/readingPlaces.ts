import type { ReadingPlace, ReadingPlaceEdit } from '@lectern/contracts';
import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { MarksDocument } from '../store.ts';
import { ownMaterial, requireStillThere } from './materialParts.ts';

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

interface KeptPlace {
  place: ReadingPlace | null;
}

const placeIn = (document: MarksDocument | undefined): KeptPlace => {
  const { place, placeReadAt } = document ?? {};
  return { place: place && placeReadAt !== undefined ? { ...place, readAt: placeReadAt } : null };
};

/** Stores a place, unless a later one is stored: of several devices, the one that was in the guide last wins. @throws DomainError `conflict` */
async function storePlace(
  { store: { marks } }: LibraryContext,
  userId: string,
  id: string,
  { readAt, ...place }: ReadingPlace,
): Promise<KeptPlace> {
  const fields = { place, placeReadAt: readAt };
  for (let round = 0; round < changeRounds; round++) {
    const before = await marks.get({ userId, _id: id });
    const keptAt = before?.placeReadAt;
    if (keptAt !== undefined && keptAt > readAt) return placeIn(before);
    const guard = keptAt === undefined ? { absent: ['placeReadAt'] as const } : { equals: { placeReadAt: keptAt } };
    try {
      const stored = before
        ? await marks.update({ userId, _id: id }, { set: fields }, guard)
        : await marks.insert({ _id: id, userId, marks: [], ...fields });
      if (stored) return placeIn({ _id: id, userId, marks: [], ...fields });
    } catch (error) {
      // A concurrent request has created the document: the next round updates it.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }
  throw new DomainError('conflict', 'Your place in this guide is being changed elsewhere. Please try again.');
}

/** Where the learner stopped reading a guide. @throws DomainError `not_found` */
export async function getReadingPlace(library: LibraryContext, userId: string, id: string): Promise<KeptPlace> {
  await ownMaterial(library, userId, id);
  return placeIn(await library.store.marks.get({ userId, _id: id }));
}

/** Stores the place, unless a later one is stored. @throws DomainError `conflict`, `not_found` */
export async function updateReadingPlace(
  library: LibraryContext,
  userId: string,
  id: string,
  { secondsAgo, ...place }: ReadingPlaceEdit,
): Promise<KeptPlace> {
  await ownMaterial(library, userId, id);
  const readAt = new Date(library.clock().getTime() - secondsAgo * 1_000).toISOString();
  const kept = await storePlace(library, userId, id, { ...place, readAt });
  await requireStillThere(library, userId, id, () => library.store.marks.delete({ userId, _id: id }));
  return kept;
}
