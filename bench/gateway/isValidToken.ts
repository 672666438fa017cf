import jwt from 'jsonwebtoken';

/** Expiry times of verified tokens, in seconds since 1970. */
const verified = new Map<string, number>();

/** Whether the gateway would accept a session token's signature, audience and age. Like the gateway, verifies each signature only once. */
export const isValidToken = (token: string | string[] | undefined, secret: string): boolean => {
  const text = String(token);
  const end = verified.get(text);
  if (end !== undefined) return end > Date.now() / 1_000;
  try {
    const claims = jwt.verify(text, secret, { algorithms: ['HS256'], audience: 'lectern' });
    if (typeof claims !== 'string') verified.set(text, claims.exp ?? 0);
    return true;
  } catch {
    return false;
  }
};
