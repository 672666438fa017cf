import type { PlaywrightReport } from '../../e2e/spec-coverage/specCoverage.ts';

type ReportedSuite = PlaywrightReport['suites'][number];
type ReportedSpec = NonNullable<ReportedSuite['specs']>[number];

/** A file of tests, or a group within it. */
export interface Suite extends ReportedSuite {
  specs?: (Omit<ReportedSpec, 'tests'> & {
    tests: (ReportedSpec['tests'][number] & { status: string })[];
  })[];
  suites?: Suite[];
}

/** Playwright's JSON report, with what is used here. */
export interface PlaywrightRun extends PlaywrightReport {
  suites: Suite[];
  /** Failures outside of any test. */
  errors: { message: string }[];
}

type Spec = NonNullable<Suite['specs']>[number];

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const allSpecs = ({ suites }: Pick<PlaywrightRun, 'suites'>): Spec[] => suites.flatMap(specsOf);
/** Without retries a test is `expected`, `unexpected` or `skipped`. */
const isFailed = ({ tests }: Spec): boolean => tests.some(({ status }) => status !== 'expected' && status !== 'skipped');

/** `file: title` of each failed test, and of each failure outside of any test. */
export const failuresOf = (run: PlaywrightRun): string[] => [
  ...run.errors.map(({ message }) => message),
  ...allSpecs(run)
    .filter(isFailed)
    .map(({ file, title }) => `${file}: ${title}`),
];

/** How many tests passed, failed and were skipped. A failure outside of any test counts as one. */
export const countsOf = (run: PlaywrightRun): { passed: number; failed: number; skipped: number } => {
  const statuses = allSpecs(run).flatMap(({ tests }) => tests.map(({ status }) => status));
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length;
  return { passed: count('expected'), failed: failuresOf(run).length, skipped: count('skipped') };
};
