import type { ReadingPlace, ReadingPlaceEdit } from '@lectern/contracts';
import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, notFound } from '@lectern/service-kit';
import type { MarksDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

interface KeptPlace {
  place: ReadingPlace | null;
}

const placeIn = (document: MarksDocument | undefined): KeptPlace => {
  const { place, placeReadAt } = document ?? {};
  return { place: place && placeReadAt !== undefined ? { ...place, readAt: placeReadAt } : null };
};

/** Where learners stopped reading their guides. Of several devices the one that was in the guide last wins. */
export function createReadingPlaces({ parts, clock }: { parts: MaterialParts; clock: () => Date }) {
  const { marks } = parts;

  const store = async (userId: string, id: string, { readAt, ...place }: ReadingPlace): Promise<KeptPlace> => {
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
  };

  return {
    /** @throws DomainError `not_found` */
    async readingPlace(userId: string, id: string): Promise<KeptPlace> {
      await parts.own(userId, id);
      return placeIn(await marks.get({ userId, _id: id }));
    },

    /** Keeps the place, unless a later one is kept. @throws DomainError `conflict`, `not_found` */
    async updateReadingPlace(userId: string, id: string, { secondsAgo, ...place }: ReadingPlaceEdit): Promise<KeptPlace> {
      await parts.own(userId, id);
      const kept = await store(userId, id, { ...place, readAt: new Date(clock().getTime() - secondsAgo * 1_000).toISOString() });
      // The guide may have been deleted meanwhile: its place must not come back.
      if (!(await parts.exists(id, userId))) {
        await marks.delete({ userId, _id: id });
        throw notFound('Study guide');
      }
      return kept;
    },
  };
}
