import jwt from 'jsonwebtoken';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import type { Revocations } from '@lectern/contracts';
import { feedPlacesCollection, revocationsCollection, sessionsCollection } from '../store.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** The id of a sequence number in the feed; ids sort like their numbers. */
const idOfPlace = (place: number): string => `s${String(place).padStart(15, '0')}`;
/** The sequence number of an id; 0 for ids of earlier versions. */
const placeOf = (id: string | undefined): number => Number(/^s(\d{15})$/.exec(id ?? '')?.[1] ?? 0);

/** Sessions: tokens for 30 days, which can be ended at any time. */
export function createSessions(store: DocumentStore, tokenSecret: string, clock: () => Date) {
  const sessions = store.collection(sessionsCollection);
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

  /**
   * Appends an ended session to the feed under the next sequence number. A number is assigned only when the previous entry is readable, in any
   * process, so that a reader who has read up to a number has missed nothing before it.
   */
  const tell = async (sessionId: string, expiresAt: string): Promise<void> => {
    for (;;) {
      const place = (await lastPlace()) + 1;
      try {
        await revocations.insert({ _id: idOfPlace(place), sessionId, expiresAt });
      } catch (error) {
        // Another session was ended concurrently.
        if (error instanceof DuplicateKeyError) continue;
        throw error;
      }
      await places.upsert({ _id: revocationsCollection.name, last: place }, { below: { last: place } });
      return;
    }
  };

  const end = async (session: { _id: string; expiresAt: string }): Promise<void> => {
    // The feed is written first, so that after a crash in between the session counts as ended.
    await tell(session._id, session.expiresAt);
    await sessions.delete(session._id);
  };

  return {
    /** Starts a session. */
    async start(userId: string): Promise<{ token: string; sessionId: string }> {
      const now = clock();
      const sessionId = newId(() => now.getTime());
      const expiresAt = new Date(now.getTime() + lifetimeMs);
      await sessions.insert({ _id: sessionId, userId, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() });
      const iat = Math.floor(now.getTime() / 1000);
      const token = jwt.sign(
        { sub: userId, sid: sessionId, aud: 'lectern', typ: 'session', iat, exp: Math.floor(expiresAt.getTime() / 1000) },
        tokenSecret,
        { algorithm: 'HS256' },
      );
      return { token, sessionId };
    },
    isLive: async (sessionId: string | undefined): Promise<boolean> =>
      sessionId !== undefined && (await sessions.get(sessionId)) !== undefined,
    async endOne(sessionId: string): Promise<void> {
      const session = await sessions.get(sessionId);
      if (session) await end(session);
    },
    /** Ends every session of a learner but one. */
    async endAll(userId: string, except?: string): Promise<void> {
      for (;;) {
        const page = (await sessions.find('byUser', { equals: { userId }, limit: 200 })).filter((session) => session._id !== except);
        if (page.length === 0) return;
        for (const session of page) await end(session);
      }
    },
    /** A page of the feed, ordered by sequence number. */
    async revocationsAfter(after: string | undefined): Promise<Revocations> {
      const limit = 1000;
      const latest = idOfPlace(await lastPlace());
      const page = await revocations.find('_id', { order: 'asc', limit, ...(after && { after }) });
      return {
        sessions: page.map(({ _id, sessionId }) => ({ _id, sessionId })),
        next: page.length === limit ? (page.at(-1)?._id ?? null) : null,
        latest,
      };
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
