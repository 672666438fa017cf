import jwt from 'jsonwebtoken';

/** The claims of a verified `x-auth-token`. */
export interface Session {
  userId: string;
  sessionId: string;
  /** The expiry of the token, in milliseconds since 1970. */
  expiresAt: number;
}

const longestToken = 4096;
/** Auth issues tokens for 30 days. One day of tolerance, so that a small change there needs no release of the gateway. */
const longestLifeSeconds = 31 * 24 * 60 * 60;
/** The largest accepted difference between the clocks of two machines. */
const clockSkewSeconds = 60;
const cacheSize = 20_000;

/** Returns the session in the claims of a token with a valid signature; `undefined` if the claims do not describe a session. */
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
 * Verifies session tokens: algorithm HS256, audience, type, `iat`, `exp` and the maximum lifetime. Verified tokens are cached until `exp`: the
 * signature is checked once, the expiry on every call.
 */
export class SessionTokens {
  readonly #secret: string;
  readonly #clock: () => Date;
  readonly #verified = new Map<string, Session>();

  constructor(secret: string, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Returns the session of a valid token; `undefined` for any other text. */
  verify(token: string | undefined): Session | undefined {
    if (!token || token.length > longestToken) return undefined;
    const now = this.#clock().getTime();
    const known = this.#verified.get(token);
    if (known) {
      if (known.expiresAt > now) return known;
      this.#verified.delete(token);
      return undefined;
    }
    const session = this.#read(token, Math.floor(now / 1000));
    if (!session) return undefined;
    if (this.#verified.size >= cacheSize) {
      const oldest = this.#verified.keys().next();
      if (!oldest.done) this.#verified.delete(oldest.value);
    }
    this.#verified.set(token, session);
    return session;
  }

  #read(token: string, nowSeconds: number): Session | undefined {
    try {
      const claims = jwt.verify(token, this.#secret, { algorithms: ['HS256'], audience: 'lectern', clockTimestamp: nowSeconds });
      return sessionOf(claims, nowSeconds);
    } catch {
      // Every failure of verification has the same answer: no session.
      return undefined;
    }
  }
}
