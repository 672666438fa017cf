import * as z from 'zod/mini';
import { calls, serviceNames, type Call, type ServiceName } from '@lectern/contracts';
import { sharedModuleList } from '@lectern/contracts/shared-modules';
import { consumedPaths, pathsOf, type ConsumerContract } from '@lectern/contracts/consumer';
import { emptyRegistry, type Deployment } from '@lectern/registry';
import { asRollbacks, checkRemote, checkService, checkShell, releasesOf, tableOf, type Running } from './checks.ts';

const everyService = Object.fromEntries(serviceNames.map((name) => [name, '1.0'])) as Record<ServiceName, string>;
const everyCall = Object.values<Call>(calls);
const { getQuiz, listStudyMaterials } = calls;
const study: ConsumerContract = {
  name: 'mf-study',
  contract: 1,
  consumesShared: { '@lectern/platform': ['call', 'useDraft'], react: ['useState'] },
  services: { study: '1.0', library: '1.0' },
  paths: consumedPaths([getQuiz, listStudyMaterials]),
};
const running = (change: Partial<Running> = {}): Running => ({
  contract: { oldest: 1, newest: 2, capabilities: ['toasts/1'] },
  providesShared: { '@lectern/platform': ['call', 'useDraft', 'useSession'], react: ['*'] },
  versions: { gateway: '1.0', services: everyService },
  paths: pathsOf(everyCall),
  ...change,
});
const verdicts = (checks: { what: string; verdict: string }[]) => Object.fromEntries(checks.map(({ what, verdict }) => [what, verdict]));
const withoutQuestions = (() => {
  const { questions: _, ...rest } = getQuiz.answer.def.shape;
  return pathsOf(everyCall.map((call) => (call.id === 'getQuiz' ? { ...call, answer: z.object(rest) } : call)));
})();

test('a compatible remote', () => {
  expect(verdicts(checkRemote(study, running()))).toEqual({
    'contract with the shell': 'yes',
    'shared modules': 'yes',
    'version of study': 'yes',
    'version of library': 'yes',
    'calls of study': 'yes',
    'calls of library': 'yes',
  });
});

test('a removed field is refused, and named', () => {
  const checks = checkRemote(study, running({ paths: withoutQuestions }));
  expect(verdicts(checks)).toMatchObject({ 'calls of study': 'no', 'calls of library': 'yes' });
  expect(tableOf(checks)).toContain('  ! GET /quizzes/{id}: answer: questions is missing');
});

test('a raised major is refused, an unknown version is not', () => {
  const versions = running().versions;
  const with2 = { ...versions, services: { ...versions.services, study: '2.0', library: 'unknown' } };
  expect(verdicts(checkRemote(study, running({ versions: with2 })))).toMatchObject({
    'version of study': 'no',
    'version of library': 'unknown',
  });
});

test('another contract is refused, an unknown one is not', () => {
  expect(verdicts(checkRemote(study, running({ contract: { oldest: 2, newest: 3, capabilities: [] } })))).toMatchObject({
    'contract with the shell': 'no',
  });
  const needy = checkRemote({ ...study, needs: ['toasts/1', 'undo/1'] }, running());
  expect(tableOf(needy)).toContain('  ! mf-study needs undo/1, which this shell does not have.');
  expect(verdicts(checkRemote(study, running({ contract: undefined })))).toMatchObject({ 'contract with the shell': 'unknown' });
});

test('a name that the shell does not share is refused, and named; without lists of names the verdict is unknown', () => {
  const providesShared = { '@lectern/platform': ['call'] };
  const checks = checkRemote(study, running({ providesShared }));
  expect(verdicts(checks)).toMatchObject({ 'shared modules': 'no' });
  expect(tableOf(checks)).toContain('  ! @lectern/platform: the shell does not share useDraft');
  expect(tableOf(checks)).toContain('  ! the shell does not share react');
  const { consumesShared: _, ...older } = study;
  for (const silent of [checkRemote(older, running()), checkRemote(study, running({ providesShared: undefined }))])
    expect(verdicts(silent)).toMatchObject({ 'shared modules': 'unknown' });
});

test('a new shell, against the releases that are live', () => {
  const { consumesShared: _, ...older } = study;
  const live = [
    { version: 'v1', contract: older },
    { version: 'v2', contract: study },
  ];
  const contract = { oldest: 1, newest: 2, capabilities: [] };
  const providesShared = { '@lectern/platform': ['call', 'useDraft'], react: ['*'] };
  expect(verdicts(checkShell({ contract, providesShared }, live))).toEqual({ 'mf-study v1': 'yes', 'mf-study v2': 'yes' });
  const narrower = checkShell({ contract, providesShared: { ...providesShared, '@lectern/platform': ['call'] } }, live);
  expect(verdicts(narrower)).toEqual({ 'mf-study v1': 'yes', 'mf-study v2': 'no' });
  expect(tableOf(narrower)).toContain('  ! @lectern/platform: the shell does not share useDraft');
  expect(verdicts(checkShell({ contract: { ...contract, oldest: 2 }, providesShared }, live))).toEqual({
    'mf-study v1': 'no',
    'mf-study v2': 'no',
  });
});

test('a new version of a service, against the releases that are live', () => {
  const live = [
    { version: 'v1', contract: study },
    { version: 'v7', contract: { ...study, name: 'mf-auth', services: { auth: '1.0' }, paths: consumedPaths([calls.login]) } },
  ];
  const paths = pathsOf(everyCall);
  expect(checkService('study', { version: '1.1', paths }, live)).toEqual([
    { what: 'mf-study v1', needs: '1.0', runs: '1.1', verdict: 'yes', problems: [] },
  ]);
  expect(checkService('study', { version: '2.0', paths: withoutQuestions }, live)).toEqual([
    {
      what: 'mf-study v1',
      needs: '1.0',
      runs: '2.0',
      verdict: 'no',
      problems: ['it needs 1.0 and would get 2.0', 'GET /quizzes/{id}: answer: questions is missing'],
    },
  ]);
  expect(verdicts(checkService('auth', { version: '1.0', paths }, live))).toEqual({ 'mf-auth v7': 'yes' });
});

test('live releases, canaries included, and those that are only in the store', () => {
  const deployment = (version: string, ledger: string[] = []): Deployment => ({
    url: `http://localhost:3003/${version}/remoteEntry.js`,
    fallbackUrl: `http://localhost:3003/${version}/remoteEntry.js`,
    metadata: { integrity: '', version },
    deployment: { traffic: 50, default: ledger.length > 0 },
    extras: {
      container: 'mf_study',
      manifest: { id: 'mf-study', contract: 1, routes: [], navigation: [], slots: [] },
      routes: {},
      since: '',
      ...(ledger.length > 0 && { ledger: { history: [], releases: ledger.map((each) => ({ version: each, releasedAt: '' })) } }),
    },
  });
  const registry = { ...emptyRegistry, microFrontends: { 'lectern/mf-study': [deployment('v2', ['v1', 'v2', 'v3']), deployment('v3')] } };
  const place = (version: string) => ({ id: 'mf-study', version, entry: `http://localhost:3003/${version}/remoteEntry.js` });
  expect(releasesOf(registry)).toEqual({ live: [place('v2'), place('v3')], kept: [place('v1')] });
});

test('an incompatible release that only a rollback would bring back is a warning that names it', () => {
  const kept = [{ version: 'v0', contract: study }];
  expect(asRollbacks(checkService('study', { version: '1.1', paths: pathsOf(everyCall) }, kept))).toEqual([]);
  expect(asRollbacks(checkService('study', { version: '2.0', paths: withoutQuestions }, kept))).toEqual([
    {
      what: 'mf-study v0',
      needs: '1.0',
      runs: '2.0',
      verdict: 'warning',
      problems: [
        'a rollback to mf-study v0: it needs 1.0 and would get 2.0',
        'a rollback to mf-study v0: GET /quizzes/{id}: answer: questions is missing',
      ],
    },
  ]);
});

test.each(sharedModuleList.map(({ name }) => name))(
  'a shell that no longer provides the shared module %s breaks the remotes that consume it',
  (name) => {
    const everything = Object.fromEntries(sharedModuleList.map((each) => [each.name, each.names ?? ['one', 'two']]));
    const consumer = { ...study, consumesShared: everything };
    const { [name]: _, ...providesShared } = everything;
    expect(verdicts(checkRemote(consumer, running({ providesShared: everything })))).toMatchObject({ 'shared modules': 'yes' });
    const checks = checkRemote(consumer, running({ providesShared }));
    expect(verdicts(checks)).toMatchObject({ 'shared modules': 'no' });
    expect(tableOf(checks)).toContain(`  ! the shell does not share ${name}`);
  },
);
