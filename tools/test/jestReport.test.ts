import { failedUnitTestsOf, unitCountsOf, type JestRun } from './jestReport.ts';

type File = JestRun['testResults'][number];
type Test = File['assertionResults'][number];

const fileOf = (name: string, ...statuses: Test['status'][]): File => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ title: `test ${index + 1}`, fullName: `group test ${index + 1}`, status })),
});

const run: JestRun = {
  testResults: [fileOf('a.test.ts', 'passed', 'pending'), fileOf('b.test.ts', 'passed', 'failed'), fileOf('c.test.ts')],
};

it('counts failed tests, and files that cannot be loaded', () => {
  expect(unitCountsOf(run)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(failedUnitTestsOf(run)).toEqual(['b.test.ts: group test 2', 'c.test.ts: the file failed']);
});
