import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanaryWatch, parseDemotions, type LoadReport } from './canaryWatch.ts';
import { cohorts, placeFor } from './cohort.ts';
import { canaryOf, deploymentOf } from './fixtures.ts';
import { emptyRegistry, type Deployment } from './registry.ts';

const canary = canaryOf('mf-auth', 'v2', 50);
const registryOf = (...deployments: Deployment[]) => ({ ...emptyRegistry, microFrontends: { 'lectern/mf-auth': deployments } });
const registry = registryOf(deploymentOf('mf-auth', 'v1', { deployment: { traffic: 50, default: true } }), canary);
const all = Array.from({ length: cohorts }, (_, cohort) => cohort);
const inside = all.filter((cohort) => placeFor('mf-auth', cohort) < cohorts / 2);
const outside = all.filter((cohort) => placeFor('mf-auth', cohort) >= cohorts / 2);

const start = (file?: string) => {
  const lines: string[] = [];
  let at = Date.parse('2026-03-01T12:00:00Z');
  const watch = createCanaryWatch({ failureRate: 0.05, leastReports: 20, file, log: (line) => void lines.push(line), now: () => at });
  const report = (outcome: LoadReport['outcome'], ...by: (number | undefined)[]) => {
    for (const cohort of by)
      watch.report(registry, { cohort: cohort ?? -1, network: `of ${String(cohort)}` }, { id: 'mf-auth', version: 'v2', outcome });
  };
  /** Reports from one address that claims several shares. */
  const reportFrom = (network: string, outcome: LoadReport['outcome'], ...by: number[]) => {
    for (const cohort of by) watch.report(registry, { cohort, network }, { id: 'mf-auth', version: 'v2', outcome });
  };
  return {
    watch,
    lines,
    report,
    reportFrom,
    pass: (minutes: number) => (at += minutes * 60_000),
    isDemoted: () => watch.isDemoted(canary),
  };
};

test('a canary that fails more often than allowed is demoted, with one line that says so', () => {
  const { report, isDemoted, lines } = start();
  report('loaded', ...inside.slice(0, 92));
  report('failed', ...inside.slice(92, 99));
  expect(isDemoted()).toBe(true);
  expect(lines).toEqual(['canary demoted: mf-auth v2 failed in 7 of 99 loads, everybody gets the default again']);
  report('failed', ...inside.slice(99, 200));
  expect(lines).toHaveLength(1);
});

test('a canary that fails as often as allowed stays', () => {
  const { report, isDemoted } = start();
  report('loaded', ...inside.slice(0, 95));
  report('failed', ...inside.slice(95, 102));
  expect(isDemoted()).toBe(false);
});

test('reports from too few networks, or of too few people, demote no canary', () => {
  const few = start();
  few.report('failed', ...inside.slice(0, 19));
  expect(few.isDemoted()).toBe(false);
  few.report('failed', inside[19]);
  expect(few.isDemoted()).toBe(true);

  const alone = start();
  const places = Array.from({ length: 30 }, (_, index) => `place ${index}`);
  for (const network of places) alone.reportFrom(network, 'failed', ...inside.slice(0, 4));
  expect(alone.isDemoted()).toBe(false);
  alone.reportFrom('place 0', 'failed', inside[4] ?? -1);
  expect(alone.isDemoted()).toBe(true);
});

describe('a few networks with any number of made-up shares', () => {
  test.each([
    ['when nobody else reports', 0, 0],
    ['when the canary works for all others', 30, 0],
    ['when a few of the others fail, as many as may fail', 57, 3],
  ])('two do not end a canary, %s', (_, loaded, failed) => {
    const { report, reportFrom, isDemoted, lines } = start();
    report('loaded', ...inside.slice(0, loaded));
    report('failed', ...inside.slice(loaded, loaded + failed));
    for (let round = 0; round < 5; round += 1)
      for (const network of ['one', 'two']) reportFrom(network, 'failed', ...inside.slice(100 + round * 900, 1_000 + round * 900));
    expect(isDemoted()).toBe(false);
    expect(lines).toEqual([]);
  });

  test('four do not end one alone', () => {
    const { reportFrom, isDemoted } = start();
    for (const network of ['one', 'two', 'three', 'four']) reportFrom(network, 'failed', ...inside.slice(0, 1_000));
    expect(isDemoted()).toBe(false);
  });

  test('do not hide that it fails for others', () => {
    const { report, reportFrom, isDemoted } = start();
    report('failed', ...inside.slice(0, 18));
    for (const network of ['one', 'two']) reportFrom(network, 'loaded', ...inside.slice(100, 4_000));
    expect(isDemoted()).toBe(true);
  });

  test('do not push out the reports of others', () => {
    const { report, reportFrom, isDemoted } = start();
    report('failed', ...inside.slice(0, 17));
    reportFrom('one', 'loaded', ...inside.slice(20, 5_000));
    reportFrom('two', 'loaded', ...inside.slice(20, 5_000));
    expect(isDemoted()).toBe(false);
    report('failed', inside[17]);
    expect(isDemoted()).toBe(true);
  });
});

test('many visitors behind one address are one voice among many', () => {
  const { report, reportFrom, isDemoted } = start();
  reportFrom('campus', 'loaded', ...inside.slice(1_000, 1_090));
  report('failed', ...inside.slice(0, 19));
  expect(isDemoted()).toBe(true);
});

test('an incompatible remote counts as a failure, and the line says so', () => {
  const { report, isDemoted, lines } = start();
  report('incompatible', ...inside.slice(0, 18));
  report('failed', ...inside.slice(18, 20));
  expect(isDemoted()).toBe(true);
  expect(lines).toEqual([
    'canary demoted: mf-auth v2 failed in 20 of 20 loads, it does not fit every shell, everybody gets the default again',
  ]);
});

test('a reporter counts once in ten minutes, with the worst reported outcome', () => {
  const { report, isDemoted, pass } = start();
  for (let times = 0; times < 100; times += 1) report('failed', ...inside.slice(0, 10));
  expect(isDemoted()).toBe(false);
  report('loaded', ...inside.slice(10, 19));
  // Each of these reporters loaded one page and failed to load another.
  report('failed', ...inside.slice(10, 19));
  expect(isDemoted()).toBe(false);
  pass(9);
  report('failed', ...inside.slice(0, 19));
  expect(isDemoted()).toBe(false);
  report('loaded', inside[19]);
  expect(isDemoted()).toBe(true);
});

test('reports older than ten minutes do not count', () => {
  const { report, isDemoted, pass } = start();
  report('failed', ...inside.slice(0, 19));
  pass(10);
  report('failed', ...inside.slice(19, 38));
  expect(isDemoted()).toBe(false);
});

test('reports by visitors without the version, of other versions and of unknown remotes do not count', () => {
  const { watch, report, isDemoted } = start();
  report('failed', ...outside.slice(0, 200), -1);
  for (const cohort of inside.slice(0, 100)) {
    watch.report(registry, { cohort, network: '' }, { id: 'mf-auth', version: 'v1', outcome: 'failed' });
    watch.report(registry, { cohort, network: '' }, { id: 'mf-auth', version: 'v9', outcome: 'failed' });
    watch.report(registry, { cohort, network: '' }, { id: 'constructor', version: 'v2', outcome: 'failed' });
  }
  expect(isDemoted()).toBe(false);
});

test('a demotion outlives the process and ends when the canary is released again', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-demotions-')), 'demotions.json');
  start(file).report('failed', ...inside.slice(0, 20));
  const { watch, lines } = start(file);
  expect(watch.isDemoted(canary)).toBe(true);
  expect(watch.isDemoted({ ...canary, extras: { ...canary.extras, since: '2026-03-02T00:00:00.000Z' } })).toBe(false);
  expect(lines).toEqual([]);
  expect(parseDemotions(readFileSync(file, 'utf8'))).toEqual([
    { id: 'mf-auth', version: 'v2', since: canary.extras.since, demotedAt: '2026-03-01T12:00:00.000Z', failed: 20, reports: 20 },
  ]);
});

test('a file with other content is named and ignored', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-demotions-')), 'demotions.json');
  writeFileSync(file, '{"no":"list"}');
  const { isDemoted, report, lines } = start(file);
  expect(lines[0]).toContain(`demotions not read from ${file}`);
  report('failed', ...inside.slice(0, 20));
  expect(isDemoted()).toBe(true);
});
