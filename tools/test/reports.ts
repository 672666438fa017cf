import type { JestReport, PlaywrightReport } from '../../e2e/spec-coverage/specCoverage.ts';

/** The numbers of tests that passed, failed and were skipped, and the names of those that failed. */
export type Tally = Record<'passed' | 'failed' | 'skipped', number> & { failures: readonly string[] };

/** The part of Jest's JSON report that is used here. */
export interface JestRun extends JestReport {
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    assertionResults: { title: string; fullName: string; status: 'passed' | 'failed' | 'pending' | 'todo' }[];
  }[];
}

const tallyOf = (statuses: readonly string[], names: { passed: string; skipped: string }, failures: readonly string[]): Tally => ({
  passed: statuses.filter((status) => status === names.passed).length,
  failed: failures.length,
  skipped: statuses.filter((status) => status === names.skipped).length,
  failures,
});

/** Names a failure `file: test`. A file that could not be loaded counts as one failure. */
export const tallyOfJest = ({ testResults }: JestRun): Tally => {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${name}: ${fullName}`);
    return status === 'failed' && failed.length === 0 ? [`${name}: the file failed`] : failed;
  });
  const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  return tallyOf(statuses, { passed: 'passed', skipped: 'pending' }, failures);
};

type ReportedSuite = PlaywrightReport['suites'][number];
type ReportedSpec = NonNullable<ReportedSuite['specs']>[number];
type Spec = Omit<ReportedSpec, 'tests'> & { tests: (ReportedSpec['tests'][number] & { status: string })[] };

/** A test file, or a group within it. */
export interface Suite extends ReportedSuite {
  specs?: Spec[];
  suites?: Suite[];
}

/** The part of Playwright's JSON report that is used here. */
export interface PlaywrightRun extends PlaywrightReport {
  suites: Suite[];
  /** Failures outside of any test. */
  errors: { message: string }[];
}

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
/** Without retries, a test is `expected`, `unexpected` or `skipped`. */
const isFailed = ({ tests }: Spec): boolean => tests.some(({ status }) => status !== 'expected' && status !== 'skipped');

/** Names a failure `file: title`. A failure outside of any test counts as one. */
export const tallyOfPlaywright = ({ suites, errors }: PlaywrightRun): Tally => {
  const specs = suites.flatMap(specsOf);
  const failed = specs.filter(isFailed).map(({ file, title }) => `${file}: ${title}`);
  const statuses = specs.flatMap(({ tests }) => tests.map(({ status }) => status));
  return tallyOf(statuses, { passed: 'expected', skipped: 'skipped' }, [...errors.map(({ message }) => message), ...failed]);
};
