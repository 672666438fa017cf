import jwt from 'jsonwebtoken';
import type { Revocations } from '@lectern/contracts';
import { newId, type DocumentStore } from '@lectern/document-store';
import { sessionsCollection } from '../store.ts';
import { createRevocations } from './createRevocations.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** Sessions of a learner that are read at once. */
const sessionsPerRead = 200;

/** Sessions: tokens for 30 days, which can be ended at any time. */
export function createSessions(store: DocumentStore, tokenSecret: string, clock: () => Date) {
  const sessions = store.collection(sessionsCollection);
  const revocations = createRevocations(store);

  const end = async (session: { _id: string; userId: string; expiresAt: string }): Promise<void> => {
    // The feed is written first, so that after a crash in between the session counts as ended.
    await revocations.append(session._id, session.expiresAt);
    await sessions.delete(session);
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
    isLive: async (userId: string, sessionId: string | undefined): Promise<boolean> =>
      sessionId !== undefined && (await sessions.get({ userId, _id: sessionId })) !== undefined,
    async endOne(userId: string, sessionId: string): Promise<void> {
      const session = await sessions.get({ userId, _id: sessionId });
      if (session) await end(session);
    },
    /** Ends every session of a learner but one. */
    async endAll(userId: string, except?: string): Promise<void> {
      for (;;) {
        const found = await sessions.find('byUser', { equals: { userId }, limit: sessionsPerRead });
        const page = found.filter((session) => session._id !== except);
        if (page.length === 0) return;
        for (const session of page) await end(session);
      }
    },
    /** A page of the feed of ended sessions. */
    revocationsAfter: (after: string | undefined): Promise<Revocations> => revocations.after(after),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
