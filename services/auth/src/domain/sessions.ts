import jwt from 'jsonwebtoken';
import { newId } from '@lectern/document-store';
import type { AuthContext } from '../AuthContext.ts';
import { appendRevocation } from './revocations.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** The number of sessions per read. */
const sessionsPerRead = 200;

/** Starts a session of 30 days, which can be ended at any time. */
export async function beginSession(
  { store, tokenSecret, clock }: AuthContext,
  userId: string,
): Promise<{ token: string; sessionId: string }> {
  const now = clock();
  const sessionId = newId(() => now.getTime());
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await store.sessions.insert({ _id: sessionId, userId, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() });
  const iat = Math.floor(now.getTime() / 1000);
  const token = jwt.sign(
    { sub: userId, sid: sessionId, aud: 'lectern', typ: 'session', iat, exp: Math.floor(expiresAt.getTime() / 1000) },
    tokenSecret,
    {
      algorithm: 'HS256',
    },
  );
  return { token, sessionId };
}

export const isSessionLive = async ({ store }: AuthContext, userId: string, sessionId: string | undefined): Promise<boolean> =>
  sessionId !== undefined && (await store.sessions.get({ userId, _id: sessionId })) !== undefined;

const end = async (auth: AuthContext, session: { _id: string; userId: string; expiresAt: string }): Promise<void> => {
  // The feed is written first, so that after a crash in between the session counts as ended.
  await appendRevocation(auth, session._id, session.expiresAt);
  await auth.store.sessions.delete(session);
};

export async function endSession(auth: AuthContext, userId: string, sessionId: string): Promise<void> {
  const session = await auth.store.sessions.get({ userId, _id: sessionId });
  if (session) await end(auth, session);
}

/** Ends all sessions of a learner, with one optional exception. */
export async function endSessions(auth: AuthContext, userId: string, except?: string): Promise<void> {
  for (;;) {
    const found = await auth.store.sessions.find('byUser', { equals: { userId }, limit: sessionsPerRead });
    const page = found.filter((session) => session._id !== except);
    if (page.length === 0) return;
    for (const session of page) await end(auth, session);
  }
}
