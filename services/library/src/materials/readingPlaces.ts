import type { ReadingPlace, ReadingPlaceEdit } from '@lectern/contracts';
import type { LibraryContext } from '../LibraryContext.ts';
import type { MarksDocument } from '../store.ts';
import { changeMarksDocument } from './changeMarksDocument.ts';
import { ownMaterial } from './materialParts.ts';

interface KeptPlace {
  place: ReadingPlace | null;
}

const placeIn = (document: MarksDocument | undefined): KeptPlace => {
  const { place, placeReadAt } = document ?? {};
  return { place: place && placeReadAt !== undefined ? { ...place, readAt: placeReadAt } : null };
};

/** Returns the learner's last reading position in a guide. @throws DomainError `not_found` */
export async function getReadingPlace(library: LibraryContext, userId: string, id: string): Promise<KeptPlace> {
  await ownMaterial(library, userId, id);
  return placeIn(await library.store.marks.get({ userId, _id: id }));
}

/** Stores the position, unless a later one is stored: of several devices, the last used one wins. @throws DomainError `conflict`, `not_found` */
export async function updateReadingPlace(
  library: LibraryContext,
  userId: string,
  id: string,
  { secondsAgo, ...place }: ReadingPlaceEdit,
): Promise<KeptPlace> {
  await ownMaterial(library, userId, id);
  const readAt = new Date(library.clock().getTime() - secondsAgo * 1_000).toISOString();
  const stored = await changeMarksDocument(library, userId, id, {
    version: 'placeReadAt',
    make: (before) => (before?.placeReadAt !== undefined && before.placeReadAt > readAt ? undefined : { place, placeReadAt: readAt }),
    subject: 'Your place in this guide is',
  });
  return placeIn(stored);
}
