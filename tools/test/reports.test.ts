import { tallyOfJest, tallyOfPlaywright, type JestRun, type PlaywrightRun, type Suite } from './reports.ts';

type Status = 'expected' | 'unexpected' | 'skipped';

/** A file with one test per status, the last of them in a group. */
const fileOf = (file: string, ...statuses: Status[]): Suite => {
  const specs = statuses.map((status, index) => ({
    title: `test ${index + 1}`,
    file,
    ok: status !== 'unexpected',
    tests: [{ status, results: [] }],
  }));
  return { specs: specs.slice(0, -1), suites: [{ specs: specs.slice(-1) }] };
};
const runOf = (suites: Suite[], ...errors: string[]): PlaywrightRun => ({
  config: { rootDir: '/specs' },
  suites,
  errors: errors.map((message) => ({ message })),
});

const run = runOf([
  fileOf('a.spec.ts', 'expected', 'expected'),
  fileOf('b.spec.ts', 'expected', 'unexpected', 'skipped'),
  fileOf('api/c.spec.ts', 'unexpected', 'expected'),
]);

it('counts passed, failed and skipped tests of Playwright', () => {
  const failures = ['b.spec.ts: test 2', 'api/c.spec.ts: test 1'];
  expect(tallyOfPlaywright(run)).toEqual({ passed: 4, failed: 2, skipped: 1, failures });
});

it('counts a failure outside of any test', () => {
  const failures = ['The site did not start.'];
  expect(tallyOfPlaywright(runOf([], ...failures))).toEqual({ passed: 0, failed: 1, skipped: 0, failures });
});

type Test = JestRun['testResults'][number]['assertionResults'][number];

const testFile = (name: string, ...statuses: Test['status'][]): JestRun['testResults'][number] => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ title: `test ${index + 1}`, fullName: `group test ${index + 1}`, status })),
});

it('counts failed tests of jest, and files that cannot be loaded', () => {
  const testResults = [testFile('a.test.ts', 'passed', 'pending'), testFile('b.test.ts', 'passed', 'failed'), testFile('c.test.ts')];
  const failures = ['b.test.ts: group test 2', 'c.test.ts: the file failed'];
  expect(tallyOfJest({ testResults })).toEqual({ passed: 2, failed: 2, skipped: 1, failures });
});
