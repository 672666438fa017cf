import type { JestReport } from '../../e2e/spec-coverage/specCoverage.ts';

/** Jest's JSON report, with what is used here. */
export interface JestRun extends JestReport {
  testResults: {
    /** The file. */
    name: string;
    status: 'passed' | 'failed';
    assertionResults: { title: string; fullName: string; status: 'passed' | 'failed' | 'pending' | 'todo' }[];
  }[];
}

type File = JestRun['testResults'][number];

const failedTestsOf = ({ name, status, assertionResults }: File): string[] => {
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${name}: ${fullName}`);
  // A file that cannot be loaded has no tests.
  return status === 'failed' && failed.length === 0 ? [`${name}: the file failed`] : failed;
};

/** `file: test` of each test that failed, and of each file that failed as a whole. */
export const failedUnitTestsOf = ({ testResults }: JestRun): string[] => testResults.flatMap(failedTestsOf);

/** How many tests passed, failed and were skipped. A file that failed as a whole counts as one. */
export const unitCountsOf = (run: JestRun): { passed: number; failed: number; skipped: number } => {
  const statuses = run.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length;
  return { passed: count('passed'), failed: failedUnitTestsOf(run).length, skipped: count('pending') };
};
