import { countsOf, failedFilesOf, failuresOf, withRepeatedFiles, type PlaywrightRun, type Suite } from './playwrightReport.ts';

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

const first = runOf([
  fileOf('a.spec.ts', 'expected', 'expected'),
  fileOf('b.spec.ts', 'expected', 'unexpected', 'skipped'),
  fileOf('api/c.spec.ts', 'unexpected', 'expected'),
]);

it('counts passed, failed and skipped tests', () => {
  expect(countsOf(first)).toEqual({ passed: 4, failed: 2, skipped: 1 });
  expect(failuresOf(first)).toEqual(['b.spec.ts: test 2', 'api/c.spec.ts: test 1']);
  expect(failedFilesOf(first)).toEqual(['b.spec.ts', 'api/c.spec.ts']);
});

it('counts a failure outside of any test', () => {
  const broken = runOf([], 'The site did not start.');
  expect(countsOf(broken)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failuresOf(broken)).toEqual(['The site did not start.']);
});

it('takes a repeated file whole from the later run, and all others from the first', () => {
  const later = runOf([fileOf('b.spec.ts', 'expected', 'expected', 'expected'), fileOf('api/c.spec.ts', 'unexpected', 'expected')]);
  const merged = withRepeatedFiles(first, later, failedFilesOf(first));
  expect(countsOf(merged)).toEqual({ passed: 6, failed: 1, skipped: 0 });
  expect(failuresOf(merged)).toEqual(['api/c.spec.ts: test 1']);
});

it('keeps the failures outside of tests of both runs', () => {
  const merged = withRepeatedFiles(runOf(first.suites, 'one'), runOf([], 'another'), []);
  expect(failuresOf(merged)).toEqual(expect.arrayContaining(['one', 'another']));
});
