import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { serviceNames, services } from '@lectern/contracts';
import { issueLearnerCredential, issueServiceCredential, readCredential } from '@lectern/service-kit';
import { SessionTokens } from './SessionTokens.ts';

const secret = 'a secret of more than sixteen characters';
let now = new Date('2026-03-05T10:00:00Z');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const make = (claims: object = {}, options: jwt.SignOptions = {}, key = secret) =>
  jwt.sign({ sub: 'u1', sid: 's1', aud: 'lectern', typ: 'session', iat: seconds(now), exp: seconds(now) + 60, ...claims }, key, {
    algorithm: 'HS256',
    ...options,
  });

/** Valid claims. */
const claims = (): Record<string, unknown> => ({
  sub: 'u1',
  sid: 's1',
  aud: 'lectern',
  typ: 'session',
  iat: seconds(now),
  exp: seconds(now) + 60,
});
/** A forged token with any header. Claims given as text are used unchanged. */
const forge = (header: object, payload: object | string, signature: (text: string) => Buffer): string => {
  const part = (value: object | string) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const text = `${part({ typ: 'JWT', ...header })}.${part(payload)}`;
  return `${text}.${signature(text).toString('base64url')}`;
};
/** A token with a valid signature. */
const signed = (payload: object | string): string =>
  forge({ alg: 'HS256' }, payload, (text) => createHmac('sha256', secret).update(text).digest());

describe('session tokens', () => {
  beforeEach(() => {
    now = new Date('2026-03-05T10:00:00Z');
  });
  const tokens = () => new SessionTokens(secret, () => now);

  it('returns the session of a valid token, also repeatedly', () => {
    const verifier = tokens();
    const token = make();
    expect(verifier.verify(token)).toEqual({ userId: 'u1', sessionId: 's1', expiresAt: now.getTime() + 60_000 });
    expect(verifier.verify(token)?.userId).toBe('u1');
    // The forged tokens of the tests below differ from this valid one in one point only.
    expect(verifier.verify(signed(claims()))?.userId).toBe('u1');
  });

  it.each([
    ['another audience', () => make({ aud: 'library' })],
    ['no audience', () => make({ aud: undefined })],
    ['two audiences', () => make({ aud: ['lectern', 'library'] })],
    ['another type', () => make({ typ: 'internal' })],
    ['no type', () => make({ typ: undefined })],
    ['no session id', () => make({ sid: undefined })],
    ['a session id that is no text', () => make({ sid: { $ne: '' } })],
    ['no learner', () => make({ sub: undefined })],
    ['another key', () => make({}, {}, 'another secret of sixteen characters')],
    ['an empty key', () => forge({ alg: 'HS256' }, claims(), (text) => createHmac('sha256', '').update(text).digest())],
    ['expired by a second', () => make({ exp: seconds(now) - 1 })],
    ['expired in this second', () => make({ exp: seconds(now) })],
    ['not yet valid', () => make({ nbf: seconds(now) + 1 })],
    ['issued in the future', () => make({ iat: seconds(now) + 3_600, exp: seconds(now) + 7_200 })],
    ['no date of issue', () => signed({ ...claims(), iat: undefined })],
    ['no end', () => signed({ ...claims(), exp: undefined })],
    ['an end that is text', () => signed({ ...claims(), exp: String(seconds(now) + 60) })],
    ['an end that is a list', () => signed({ ...claims(), exp: [seconds(now) + 60] })],
    ['an end that is null', () => signed({ ...claims(), exp: null })],
    ['an end in a million years', () => signed({ ...claims(), exp: seconds(now) + 31_557_600_000_000 })],
    ['an end beyond all numbers', () => signed(JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999'))],
    ['an end that is no whole number', () => signed({ ...claims(), exp: seconds(now) + 60.5 })],
    ['claims that are no object', () => signed('"u1"')],
    ['claims that are a list', () => signed('[1]')],
    ['claims that are no JSON', () => signed('{')],
    ['8 kB of it', () => make({ padding: 'x'.repeat(8_000) })],
    ['100 kB of it', () => make({ padding: 'x'.repeat(100_000) })],
    ['a part more', () => `${make()}.x`],
    ['no signature', () => make().replace(/[^.]*$/, '')],
    ['half a signature', () => make().slice(0, -20)],
    ['a blank around it', () => ` ${make()}`],
    ['itself twice, as two headers would give it', () => `${make()}, ${make()}`],
    ['another one after it', () => `${make()}, a.b.c`],
    ['"Bearer" before it', () => `Bearer ${make()}`],
    ['garbage', () => 'a.b.c'],
    ['nothing', () => undefined],
  ])('refuses a token with %s', (_name, token) => {
    expect(tokens().verify(token())).toBeUndefined();
  });

  it.each(['none', 'None', 'NONE', 'nOnE', '', 'null', 'HS256 ', 'hs256', 'HS1', 'undefined'])('refuses the algorithm %j', (alg) => {
    for (const signature of [() => Buffer.alloc(0), (text: string) => createHmac('sha256', secret).update(text).digest()])
      expect(tokens().verify(forge({ alg }, claims(), signature))).toBeUndefined();
  });

  it.each([[undefined], [null], [['HS256', 'none']], [{ toString: 'HS256' }], [256]])(
    'refuses the algorithm %j, which is no text',
    (alg) => {
      expect(tokens().verify(forge({ alg }, claims(), (text) => createHmac('sha256', secret).update(text).digest()))).toBeUndefined();
    },
  );

  // A verifier that trusts `alg` could use a public key as the secret of an HMAC (algorithm confusion).
  it.each(['HS384', 'HS512'] as const)('refuses %s, although the key is right', (algorithm) => {
    expect(tokens().verify(make({}, { algorithm }))).toBeUndefined();
  });

  it.each([
    ['RS256', 'sha256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['PS256', 'sha256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES256', 'sha256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', null, () => generateKeyPairSync('ed25519')],
  ] as const)('refuses %s with whatever key', (alg, digest, pair) => {
    const { privateKey, publicKey } = pair();
    const own = forge({ alg }, claims(), (text) => sign(digest, Buffer.from(text), privateKey));
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const withKeys = forge(
      { alg, jwk: publicKey.export({ format: 'jwk' }), x5u: 'http://localhost/', kid: '../../dev/null' },
      claims(),
      (text) => sign(digest, Buffer.from(text), privateKey),
    );
    const confused = forge({ alg: 'HS256' }, claims(), (text) => createHmac('sha256', pem).update(text).digest());
    const bySecret = forge({ alg }, claims(), (text) => createHmac('sha256', secret).update(text).digest());
    for (const token of [own, withKeys, confused, bySecret]) expect(tokens().verify(token)).toBeUndefined();
  });

  it('refuses internal credentials, also under the same secret', () => {
    const identity = { userId: 'u1', sessionId: 's1' };
    for (const audience of serviceNames) {
      const [prefix] = services[audience].prefixes;
      const path = '/internal/events';
      expect(tokens().verify(issueLearnerCredential(secret, audience, `/${prefix}`, identity, now))).toBeUndefined();
      expect(tokens().verify(issueServiceCredential(secret, { issuer: 'gateway', audience, path }, identity, now))).toBeUndefined();
      for (const claims of [
        {},
        { aud: audience },
        { aud: audience, iss: 'gateway', path: `/${prefix}` },
        { aud: audience, iss: 'auth', path },
      ])
        for (const asked of [path, `/${prefix}`])
          expect(readCredential(secret, audience, asked, make(claims), now)).toHaveProperty('refused');
    }
  });

  it('does not grow its cache with invalid tokens', () => {
    const verifier = tokens();
    for (let index = 0; index < 200; index++) expect(verifier.verify(`${make()}${index}`)).toBeUndefined();
    expect(verifier.verify(make())?.userId).toBe('u1');
  });

  it('does not cache a token beyond its expiry', () => {
    const verifier = tokens();
    const token = make();
    expect(verifier.verify(token)).toBeDefined();
    now = new Date(now.getTime() + 60_000);
    expect(verifier.verify(token)).toBeUndefined();
  });
});
