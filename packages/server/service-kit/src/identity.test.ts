import jwt from 'jsonwebtoken';
import { serviceNames, services } from '@lectern/contracts';
import { issueLearnerCredential, issueServiceCredential, readCredential } from './identity.ts';

const secret = 'a secret of sixteen characters or more';
const now = new Date('2026-03-05T10:00:00Z');
const identity = { userId: 'u1', sessionId: 's1' };
const events = '/internal/events';
const read = (path: string, credential: string | undefined, { audience = 'library' as const, at = now } = {}) =>
  readCredential(secret, audience, path, credential, at);
const learners = () => issueLearnerCredential(secret, 'library', '/folders', identity, now);
const parts = (path = events) => issueServiceCredential(secret, { issuer: 'auth', audience: 'library', path }, identity, now);

describe('a learner’s credential', () => {
  it('is valid for the paths below its prefix', () => {
    for (const path of ['/folders', '/folders/', '/folders/f1', '/folders/f1/materials'])
      expect(read(path, learners())).toEqual({ identity: { userId: 'u1', sessionId: 's1' } });
  });

  it('is refused for every internal path of every service', () => {
    for (const audience of serviceNames)
      for (const prefix of [...services[audience].prefixes.map((each) => `/${each}`), '/internal', '', '/'])
        for (const path of ['/internal', '/internal/', events, '/internal/usage/u2', '/internal/openapi.json'])
          expect(readCredential(secret, audience, path, issueLearnerCredential(secret, audience, prefix, identity, now), now)).toEqual({
            refused: 'out-of-scope',
          });
  });

  it.each(['/study-materials', '/folders2', '/foldersx/f1', '/', '/quizzes', '/metrics/../folders'])('is refused for %s', (path) => {
    expect(read(path, learners())).toEqual({ refused: 'out-of-scope' });
  });
});

describe('a part’s credential', () => {
  it('is valid for its one path', () => {
    expect(read(events, parts())).toEqual({ identity: { userId: 'u1', sessionId: 's1' } });
    for (const path of ['/internal/usage/u1', '/internal/events/', '/internal'])
      expect(read(path, parts())).toEqual({ refused: 'out-of-scope' });
  });

  it('is not a learner’s', () => {
    expect(read('/folders', parts('/folders'))).toEqual({ refused: 'out-of-scope' });
  });

  it.each([undefined, 'shell', 'constructor', '__proto__', 7])('is refused with the issuer %p', (iss) => {
    const claims = { typ: 'service-call', aud: 'library', path: events, iat: now.getTime() / 1000, exp: now.getTime() / 1000 + 60 };
    const credential = jwt.sign({ ...claims, ...(iss !== undefined && { iss }) }, secret, { algorithm: 'HS256' });
    expect(read(events, credential)).toEqual({ refused: 'out-of-scope' });
  });
});

it.each([
  ['a missing one', () => undefined],
  ['one that is none', () => 'forged'],
  [
    'another secret',
    () => issueServiceCredential('another secret of sixteen', { issuer: 'auth', audience: 'library', path: events }, {}, now),
  ],
  ['another service', () => issueServiceCredential(secret, { issuer: 'auth', audience: 'study', path: events }, {}, now)],
])('%s is a bad credential', (_what, credential) => {
  expect(read(events, credential())).toEqual({ refused: 'bad' });
});

it('is valid for 60 s', () => {
  expect(read(events, parts(), { at: new Date(now.getTime() + 59_000) })).toHaveProperty('identity');
  expect(read(events, parts(), { at: new Date(now.getTime() + 60_000) })).toEqual({ refused: 'bad' });
});
