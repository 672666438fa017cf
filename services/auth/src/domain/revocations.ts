import type { Revocations } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { revocationsCollection } from '../store.ts';

/** The number of entries in a page of the feed. */
const pageLength = 1_000;
const digits = 15;

/** Returns the id of a sequence number in the feed. Ids sort like their numbers. */
const idOfPlace = (place: number): string => `s${String(place).padStart(digits, '0')}`;
/** Returns the sequence number of an id; 0 for ids of earlier versions. */
const placeOf = (id: string | undefined): number => Number(/^s(\d{15})$/.exec(id ?? '')?.[1] ?? 0);

/** The last assigned sequence number. */
const lastPlace = async ({ store }: AuthContext): Promise<number> => {
  const [[newest], given] = await Promise.all([
    store.revocations.find('_id', { order: 'desc', limit: 1 }),
    store.feedPlaces.get(revocationsCollection.name),
  ]);
  return Math.max(placeOf(newest?._id), given?.last ?? 0);
};

/**
 * Appends an ended session to the feed that the gateway reads, under the next sequence number. In every process, a number is assigned only when the
 * entry before it is readable. So a reader that has reached a number has missed nothing before it.
 */
export async function appendRevocation(auth: AuthContext, sessionId: string, expiresAt: string): Promise<void> {
  const { revocations, feedPlaces } = auth.store;
  for (;;) {
    const place = (await lastPlace(auth)) + 1;
    // A concurrent call may have ended another session.
    if (!(await insertOnce(revocations, { _id: idOfPlace(place), sessionId, expiresAt }))) continue;
    await feedPlaces.upsert({ _id: revocationsCollection.name, last: place }, { below: { last: place } });
    return;
  }
}

/** Returns a page of the feed of ended sessions, ordered by sequence number. */
export async function revocationsAfter(auth: AuthContext, after: string | undefined): Promise<Revocations> {
  const latest = idOfPlace(await lastPlace(auth));
  const page = await auth.store.revocations.find('_id', { order: 'asc', limit: pageLength, ...(after && { after }) });
  return {
    sessions: page.map(({ _id, sessionId }) => ({ _id, sessionId })),
    next: page.length === pageLength ? (page.at(-1)?._id ?? null) : null,
    latest,
  };
}
