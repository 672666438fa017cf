import jwt from 'jsonwebtoken';

/** Ends of the tokens that were verified, in seconds since 1970. */
const verified = new Map<string, number>();

/** Whether the gateway would accept a session token by its signature, audience and age. As there, a signature is verified once. */
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
