import type { Revocations } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { insertOnce } from '@lectern/service-kit';
import { feedPlacesCollection, revocationsCollection } from '../store.ts';

/** Entries in a page of the feed. */
const pageLength = 1_000;
const digits = 15;

/** The id of a sequence number in the feed; ids sort like their numbers. */
const idOfPlace = (place: number): string => `s${String(place).padStart(digits, '0')}`;
/** The sequence number of an id; 0 for ids of earlier versions. */
const placeOf = (id: string | undefined): number => Number(/^s(\d{15})$/.exec(id ?? '')?.[1] ?? 0);

/** The feed of sessions that were ended early, which the gateway follows. */
export function createRevocations(store: DocumentStore) {
  const revocations = store.collection(revocationsCollection);
  const places = store.collection(feedPlacesCollection);

  /** The last assigned sequence number. */
  const lastPlace = async (): Promise<number> => {
    const [[newest], given] = await Promise.all([
      revocations.find('_id', { order: 'desc', limit: 1 }),
      places.get(revocationsCollection.name),
    ]);
    return Math.max(placeOf(newest?._id), given?.last ?? 0);
  };

  return {
    /**
     * Appends an ended session to the feed under the next sequence number. A number is assigned only when the previous entry is readable, in any
     * process, so that a reader who has read up to a number has missed nothing before it.
     */
    async append(sessionId: string, expiresAt: string): Promise<void> {
      for (;;) {
        const place = (await lastPlace()) + 1;
        // Another session may have been ended concurrently.
        if (!(await insertOnce(revocations, { _id: idOfPlace(place), sessionId, expiresAt }))) continue;
        await places.upsert({ _id: revocationsCollection.name, last: place }, { below: { last: place } });
        return;
      }
    },
    /** A page of the feed, ordered by sequence number. */
    async after(after: string | undefined): Promise<Revocations> {
      const latest = idOfPlace(await lastPlace());
      const page = await revocations.find('_id', { order: 'asc', limit: pageLength, ...(after && { after }) });
      return {
        sessions: page.map(({ _id, sessionId }) => ({ _id, sessionId })),
        next: page.length === pageLength ? (page.at(-1)?._id ?? null) : null,
        latest,
      };
    },
  };
}
