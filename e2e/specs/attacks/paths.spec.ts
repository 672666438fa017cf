import { remoteIds, remotePortSetting, serviceNames, servicePortSetting, services } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, theSite, type Learner } from '../../support/api.ts';
import { forgeToken, nowSeconds, secretOf } from '../../support/forgery.ts';
import { askTargets, disguisesOf, spellingsOf, type TargetAnswer } from '../../support/spellings.ts';

const prefixes = serviceNames.flatMap((name) => services[name].prefixes.map((prefix) => `/${prefix}`));
const internal = (userId: string) => [
  '/internal/events',
  '/internal/revocations',
  '/internal/openapi.json',
  '/internal/version',
  `/internal/usage/${userId}`,
  `/internal/plan/${userId}`,
  '/internal/study-materials/x/source',
];

let learner: Learner;
let victim: Learner;
test.beforeAll(async () => {
  [learner, victim] = await Promise.all([newLearner(), newLearner()]);
});

/** Checks that the attack failed: no free premium plan, and the victim's account still exists. */
const nothingHappened = async () => {
  const [own, theirs] = await Promise.all([
    call('GET', '/subscription/status', { token: learner.token }),
    call('GET', '/auth/user', { token: victim.token }),
  ]);
  expect([own.body.subscriptionTier, theirs.status]).toEqual(['free', 200]);
};
/** Returns the answers with any other status. One expectation covers thousands of targets. */
const othersThan = (answers: readonly TargetAnswer[], ...statuses: number[]) =>
  answers.filter(({ status }) => status === undefined || !statuses.includes(status));
const events = () => [
  { type: 'account.deleted', eventId: 'attack-1', userId: victim.userId },
  {
    type: 'plan.changed',
    eventId: 'attack-2',
    userId: learner.userId,
    tier: 'premium',
    status: 'active',
    premiumUntil: null,
    version: 9_999,
  },
];

test('200 spellings of every internal path, and of one through every prefix, are refused at the gateway, with a good token', async () => {
  const { GATEWAY_PORT } = theSite().ports;
  const headers = [`x-auth-token: ${learner.token}`];
  for (const [index, path] of internal(learner.userId).entries()) {
    // The gateway normalises a target before it routes it, so not every pair of prefix and path is tried.
    const tried = index === 0 ? [...prefixes, '/study-materials/x/..', '/health'] : ['/study-materials'];
    const targets = tried.flatMap((prefix) => spellingsOf(prefix, path)).concat(disguisesOf(path));
    expect(new Set(targets).size).toBeGreaterThan(index === 0 ? 200 * prefixes.length : 200);
    // Some are canonical because they name no other place, so there is nothing at them.
    expect(othersThan(await askTargets(GATEWAY_PORT, targets, { headers }), 400, 404)).toEqual([]);
  }
});

test('events that are sent to every such spelling change nothing', async () => {
  const { GATEWAY_PORT } = theSite().ports;
  const headers = [`x-auth-token: ${learner.token}`];
  for (const [index, event] of events().entries()) {
    // Each prefix is tried with one of the events.
    const targets = prefixes
      .filter((_, number) => number % 2 === index)
      .flatMap((prefix) => spellingsOf(prefix, '/internal/events'))
      .concat(disguisesOf('/internal/events'));
    const answers = await askTargets(GATEWAY_PORT, targets, { method: 'POST', headers, body: JSON.stringify(event) });
    expect(othersThan(answers, 400, 404)).toEqual([]);
  }
  await nothingHappened();
});

test('a service refuses them too, with a learner’s own credential: one mistake of the gateway is not enough', async () => {
  const { ports } = theSite();
  for (const service of serviceNames)
    for (const prefix of services[service].prefixes) {
      const credential = forgeToken(secretOf('INTERNAL_SECRET'), {
        aud: service,
        typ: 'learner-call',
        iss: 'gateway',
        path: `/${prefix}`,
        sub: learner.userId,
        iat: nowSeconds(),
        exp: nowSeconds() + 60,
      });
      const headers = [`x-internal-credential: ${credential}`];
      for (const [index, event] of events().entries()) {
        const odd = index === 0 ? [...spellingsOf(`/${prefix}`, '/internal/events'), ...disguisesOf('/internal/events')] : [];
        const targets = ['/internal/events', ...odd];
        const answers = await askTargets(ports[servicePortSetting(service)], targets, {
          method: 'POST',
          headers,
          body: JSON.stringify(event),
        });
        expect(othersThan(answers, 400, 403, 404), service).toEqual([]);
        expect(answers[0]).toEqual({ target: '/internal/events', status: 403 });
      }
    }
  await nothingHappened();
});

test('the page server, the static hosts and the stand-ins refuse paths that are not canonical', async () => {
  const { ports } = theSite();
  const odd = ['/x/../y', '/x/%2e%2e/y', '/./x', '//x', '/x\\y', '/x/%2F', '/x/%5Cy', '/%78', 'http://localhost/x', '/x%00', '/x/..'];
  const servers = [
    'SHELL_PORT',
    'GATEWAY_PORT',
    'MAILBOX_PORT',
    'STRIPE_LOCAL_PORT',
    ...remoteIds.map(remotePortSetting),
    ...serviceNames.map(servicePortSetting),
  ] as const;
  for (const server of servers) expect(othersThan(await askTargets(ports[server], odd), 400), server).toEqual([]);
});

test('no spelling reads a file beside the releases or the shell’s own', async () => {
  const { ports } = theSite();
  const everywhere = ['', '/assets', '/assets/fonts', '/mf-auth'];
  const files = ['/release.json', '/server/landing.mjs', '/package.json', '/etc/passwd', '/secrets/INTERNAL_SECRET'];
  // One server implementation serves all remotes: every file is tried on one of them, and one file on each. One file is tried with every
  // prefix.
  const servers = remoteIds.map((id, index) => [remotePortSetting(id), index === 0 ? files : files.slice(0, 1)] as const);
  for (const [server, paths] of [['SHELL_PORT', files] as const, ...servers])
    for (const [index, path] of paths.entries()) {
      const all = (index === 0 && paths === files ? everywhere : ['', '/assets']).flatMap((prefix) => spellingsOf(prefix, path));
      // Apart from its files, the page server answers every URL with a page.
      const targets = server === 'SHELL_PORT' ? all.filter((target) => target.startsWith('/assets/')) : all;
      expect(othersThan(await askTargets(ports[server], targets), 400, 404), server).toEqual([]);
    }
});

test('what is not a call is 400 or 404 with or without a token, never an error of ours', async () => {
  const { GATEWAY_PORT } = theSite().ports;
  const targets = [
    '*',
    '',
    '?',
    '#',
    '/?',
    'x',
    ':',
    '/:',
    '/folders#x',
    '/folders?#',
    '/folders?x y',
    '/folders/{id}',
    '/folders/\u0001',
    '/ä',
  ];
  expect(othersThan(await askTargets(GATEWAY_PORT, targets), 400, 401, 404)).toEqual([]);
});
