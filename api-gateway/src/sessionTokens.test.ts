import jwt from 'jsonwebtoken';
import { createSessionTokens } from './sessionTokens.ts';

const secret = 'a secret of more than sixteen characters';
let now = new Date('2026-03-05T10:00:00Z');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const make = (claims: object = {}, options: jwt.SignOptions = {}, key = secret) =>
  jwt.sign({ sub: 'u1', sid: 's1', aud: 'lectern', typ: 'session', iat: seconds(now), exp: seconds(now) + 60, ...claims }, key, {
    algorithm: 'HS256',
    ...options,
  });

describe('session tokens', () => {
  beforeEach(() => {
    now = new Date('2026-03-05T10:00:00Z');
  });
  const tokens = () => createSessionTokens(secret, () => now);

  it('gives the session of a good token, again and again', () => {
    const verifier = tokens();
    const token = make();
    expect(verifier.verify(token)).toEqual({ userId: 'u1', sessionId: 's1', expiresAt: now.getTime() + 60_000 });
    expect(verifier.verify(token)?.userId).toBe('u1');
  });

  it.each([
    ['another audience', () => make({ aud: 'library' })],
    ['another type', () => make({ typ: 'internal' })],
    ['no session id', () => make({ sid: undefined })],
    ['another algorithm', () => make({}, { algorithm: 'HS512' })],
    ['another key', () => make({}, {}, 'another secret of sixteen characters')],
    ['no algorithm', () => make({}, { algorithm: 'none' }, '')],
    ['expired by a second', () => make({ exp: seconds(now) - 1 })],
    ['8 kB of it', () => make({ padding: 'x'.repeat(8_000) })],
    ['garbage', () => 'a.b.c'],
    ['nothing', () => undefined],
  ])('refuses a token with %s', (_name, token) => {
    expect(tokens().verify(token())).toBeUndefined();
  });

  it('does not remember a token beyond its end', () => {
    const verifier = tokens();
    const token = make();
    expect(verifier.verify(token)).toBeDefined();
    now = new Date(now.getTime() + 60_000);
    expect(verifier.verify(token)).toBeUndefined();
  });
});
