import * as z from 'zod/mini';
import { calls, serviceNames, type Call, type ServiceName } from '@lectern/contracts';
import { consumedPaths, pathsOf, type ConsumerContract } from '@lectern/contracts/consumer';
import { checkRemote, checkService, tableOf, type Running } from './checks.ts';

const everyService = Object.fromEntries(serviceNames.map((name) => [name, '1.0'])) as Record<ServiceName, string>;
const everyCall = Object.values<Call>(calls);
const { getQuiz, listStudyMaterials } = calls;
const study: ConsumerContract = {
  name: 'mf-study',
  contract: 1,
  services: { study: '1.0', library: '1.0' },
  paths: consumedPaths([getQuiz, listStudyMaterials]),
};
const running = (change: Partial<Running> = {}): Running => ({
  contract: { oldest: 1, newest: 2, capabilities: ['toasts/1'] },
  versions: { gateway: '1.0', services: everyService },
  paths: pathsOf(everyCall),
  ...change,
});
const verdicts = (checks: { what: string; verdict: string }[]) => Object.fromEntries(checks.map(({ what, verdict }) => [what, verdict]));
const withoutQuestions = (() => {
  const { questions: _, ...rest } = getQuiz.answer.def.shape;
  return pathsOf(everyCall.map((call) => (call.id === 'getQuiz' ? { ...call, answer: z.object(rest) } : call)));
})();

test('a remote that fits', () => {
  expect(verdicts(checkRemote(study, running()))).toEqual({
    'contract with the shell': 'yes',
    'version of study': 'yes',
    'version of library': 'yes',
    'calls of study': 'yes',
    'calls of library': 'yes',
  });
});

test('a field that was removed is refused, and named', () => {
  const checks = checkRemote(study, running({ paths: withoutQuestions }));
  expect(verdicts(checks)).toMatchObject({ 'calls of study': 'no', 'calls of library': 'yes' });
  expect(tableOf(checks)).toContain('  ! GET /quizzes/{id}: answer: questions is missing');
});

test('a raised major is refused, one that is not known is not', () => {
  const versions = running().versions;
  const with2 = { ...versions, services: { ...versions.services, study: '2.0', library: 'unknown' } };
  expect(verdicts(checkRemote(study, running({ versions: with2 })))).toMatchObject({
    'version of study': 'no',
    'version of library': 'unknown',
  });
});

test('another contract is refused, and one that the shell does not say is not', () => {
  expect(verdicts(checkRemote(study, running({ contract: { oldest: 2, newest: 3, capabilities: [] } })))).toMatchObject({
    'contract with the shell': 'no',
  });
  const needy = checkRemote({ ...study, needs: ['toasts/1', 'undo/1'] }, running());
  expect(tableOf(needy)).toContain('  ! mf-study needs undo/1, which this shell does not have.');
  expect(verdicts(checkRemote(study, running({ contract: undefined })))).toMatchObject({ 'contract with the shell': 'unknown' });
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
