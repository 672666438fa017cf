import jwt from 'jsonwebtoken';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import type { Revocations } from '@lectern/contracts';
import { feedPlacesCollection, revocationsCollection, sessionsCollection } from '../store.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** A place in the feed as an id: ids sort as their places do. */
const idOfPlace = (place: number): string => `s${String(place).padStart(15, '0')}`;
/** 0 for an id that is no place, as earlier versions gave. */
const placeOf = (id: string | undefined): number => Number(/^s(\d{15})$/.exec(id ?? '')?.[1] ?? 0);

/** Sign-ins: a token for 30 days, and its end at any time before. */
export function createSessions(store: DocumentStore, tokenSecret: string, clock: () => Date) {
  const sessions = store.collection(sessionsCollection);
  const revocations = store.collection(revocationsCollection);
  const places = store.collection(feedPlacesCollection);

  /** The last place that was given. */
  const lastPlace = async (): Promise<number> => {
    const [[newest], given] = await Promise.all([
      revocations.find('_id', { order: 'desc', limit: 1 }),
      places.get(revocationsCollection.name),
    ]);
    return Math.max(placeOf(newest?._id), given?.last ?? 0);
  };

  /**
   * Writes the end of a session at the next place of the feed. A place is taken only when the one before it can be read, whichever process took
   * that: a reader that has read up to a place has missed nothing before it.
   */
  const tell = async (sessionId: string, expiresAt: string): Promise<void> => {
    for (;;) {
      const place = (await lastPlace()) + 1;
      try {
        await revocations.insert({ _id: idOfPlace(place), sessionId, expiresAt });
      } catch (error) {
        // Another session ended in this very moment.
        if (error instanceof DuplicateKeyError) continue;
        throw error;
      }
      await places.upsert({ _id: revocationsCollection.name, last: place }, { below: { last: place } });
      return;
    }
  };

  const end = async (session: { _id: string; expiresAt: string }): Promise<void> => {
    // The feed first: a crash in between leaves a session that is known to have ended.
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
    /** A page of the feed, in the order of its places. */
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
