import jwt from 'jsonwebtoken';

/** What a verified `x-auth-token` says. */
export interface Session {
  userId: string;
  sessionId: string;
  /** End of the token, in milliseconds since 1970. */
  expiresAt: number;
}

const longestToken = 4096;
/** Auth issues none for longer; a day more, so that a change there needs no gateway release. */
const longestLifeSeconds = 31 * 24 * 60 * 60;
/** How far the clocks of two machines may be apart. */
const clockSkewSeconds = 60;
const cacheSize = 20_000;

/** A session as the claims of a well-signed token tell it; `undefined` when they are not those of one of ours. */
const sessionOf = (claims: string | jwt.JwtPayload, nowSeconds: number): Session | undefined => {
  if (typeof claims === 'string' || claims['typ'] !== 'session' || claims.aud !== 'lectern') return undefined;
  const { sub, iat, exp, sid } = claims as Record<string, unknown>;
  if (typeof sub !== 'string' || sub === '' || typeof sid !== 'string' || sid === '') return undefined;
  if (!Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) return undefined;
  const [issuedAt, expiresAt] = [Number(iat), Number(exp)];
  if (issuedAt > nowSeconds + clockSkewSeconds || expiresAt - issuedAt > longestLifeSeconds) return undefined;
  return { userId: sub, sessionId: sid, expiresAt: expiresAt * 1000 };
};

/**
 * Verifies session tokens: HS256 only, our audience, our type, not before its time, not past `exp`, nor good for ever. Verified ones are remembered by the token, never
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
        const session = sessionOf(claims, Math.floor(now / 1000));
        if (!session) return undefined;
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
