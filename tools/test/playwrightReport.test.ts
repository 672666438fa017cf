import { countsOf, failuresOf, type PlaywrightRun, type Suite } from './playwrightReport.ts';

type Status = 'expected' | 'unexpected' | 'skipped';

/** A file with a test for each status, the last of them in a group. */
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

it('counts passed, failed and skipped tests', () => {
  expect(countsOf(run)).toEqual({ passed: 4, failed: 2, skipped: 1 });
  expect(failuresOf(run)).toEqual(['b.spec.ts: test 2', 'api/c.spec.ts: test 1']);
});

it('counts a failure outside of any test', () => {
  const broken = runOf([], 'The site did not start.');
  expect(countsOf(broken)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failuresOf(broken)).toEqual(['The site did not start.']);
});
