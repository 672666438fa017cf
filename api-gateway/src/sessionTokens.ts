import jwt from 'jsonwebtoken';

/** What a verified `x-auth-token` says. */
export interface Session {
  userId: string;
  sessionId: string;
  /** End of the token, in milliseconds since 1970. */
  expiresAt: number;
}

const longestToken = 4096;
const cacheSize = 20_000;

/**
 * Verifies session tokens: HS256 only, our audience, our type, not past `exp`. Verified ones are remembered by the token, never
 * beyond `exp`; the signature is checked once and the clock every time.
 */
export function createSessionTokens(secret: string, clock: () => Date) {
  const verified = new Map<string, Session>();
  return {
    /** The session of a token, or `undefined` for anything but a good one. */
    verify(token: string | undefined): Session | undefined {
      if (!token || token.length > longestToken) return undefined;
      const now = clock().getTime();
      const known = verified.get(token);
      if (known) {
        if (known.expiresAt > now) return known;
        verified.delete(token);
        return undefined;
      }
      try {
        const claims = jwt.verify(token, secret, { algorithms: ['HS256'], audience: 'lectern', clockTimestamp: Math.floor(now / 1000) });
        if (
          typeof claims === 'string' ||
          claims['typ'] !== 'session' ||
          !claims.sub ||
          typeof claims['sid'] !== 'string' ||
          claims.exp === undefined
        )
          return undefined;
        const session = { userId: claims.sub, sessionId: claims['sid'], expiresAt: claims.exp * 1000 };
        if (verified.size >= cacheSize) {
          const oldest = verified.keys().next();
          if (!oldest.done) verified.delete(oldest.value);
        }
        verified.set(token, session);
        return session;
      } catch {
        // Whatever is wrong with a token, the answer is the same: no session.
        return undefined;
      }
    },
  };
}
export type SessionTokens = ReturnType<typeof createSessionTokens>;
