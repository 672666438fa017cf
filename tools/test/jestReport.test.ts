import { failedUnitFilesOf, failedUnitTestsOf, unitCountsOf, withRepeatedUnitFiles, type JestRun } from './jestReport.ts';

type File = JestRun['testResults'][number];
type Test = File['assertionResults'][number];

const fileOf = (name: string, ...statuses: Test['status'][]): File => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ title: `test ${index + 1}`, fullName: `group test ${index + 1}`, status })),
});

const first: JestRun = {
  testResults: [fileOf('a.test.ts', 'passed', 'pending'), fileOf('b.test.ts', 'passed', 'failed'), fileOf('c.test.ts')],
};

it('counts failed tests, and files that cannot be loaded', () => {
  expect(unitCountsOf(first)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(failedUnitTestsOf(first)).toEqual(['b.test.ts: group test 2', 'c.test.ts: the file failed']);
  expect(failedUnitFilesOf(first)).toEqual(['b.test.ts', 'c.test.ts']);
});

it('takes a repeated file whole from the later run, and all others from the first', () => {
  const merged = withRepeatedUnitFiles(first, { testResults: [fileOf('b.test.ts', 'failed', 'passed'), fileOf('c.test.ts', 'passed')] });
  expect(unitCountsOf(merged)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  expect(failedUnitTestsOf(merged)).toEqual(['b.test.ts: group test 1']);
});
