/**
 * Runs all tests, those of the whole site last, and writes the table that maps each statement of the specification to its tests. The last
 * line of output is `N passed, N failed[, N skipped]`.
 *
 *   npm test -- mf-study         the tests of one part (or several), and of the contracts
 *   npm test -- --since main     the tests for changes since a commit, including uncommitted ones
 *   TEST_CASES=all npm test      with every case of the tests that are spread over several commits
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { renderCoverage, rowsOf } from '../../e2e/spec-coverage/specCoverage.ts';
import { missingIn, wordingsOf } from '../../e2e/spec-coverage/wordings.ts';
import { engineFor } from '@lectern/test-servers';
import { root } from '../command.ts';
import { partsOf, planPart, planTests, projectOf, type PartsPlan, type Plan } from './planTests.ts';
import { provideChromium, provideOtherBrowsers } from './provideBrowsers.ts';
import { tallyOfJest, tallyOfPlaywright, type JestRun, type PlaywrightRun, type Tally } from './reports.ts';
import { processorSeconds } from './processorSeconds.ts';
import { isStopped, runStep } from './runStep.ts';

const results = join(root, '.cache', 'test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const refuse = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};
const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\n')
    .filter(Boolean);

/** The short hash of the commit; undefined outside a git checkout. */
const commit = ((): string | undefined => {
  try {
    return git('rev-parse', '--short=8', 'HEAD')[0];
  } catch {
    return undefined;
  }
})();
// Builds are cached by a hash of their inputs, for all checkouts of this user.
process.env['TURBO_CACHE_DIR'] ??= join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern', 'builds');
// Thousands of damaged files and hostile requests are spread over commits: each runs the share that its hash picks, see `casesOfThisRun`.
process.env['TEST_CASES'] ??= commit === undefined ? 'all' : String(parseInt(commit, 16));

const reports: { jest: JestRun[]; playwright: PlaywrightRun[] } = { jest: [], playwright: [] };
const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
const count = ({ passed, failed, skipped, failures }: Tally): void => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures.map((failure) => failure.replace(`${root}/`, '')));
};
const countPassed = (): void => void (total.passed += 1);
const countFailed = (...failures: string[]): void => count({ passed: 0, failed: 1, skipped: 0, failures });
const countSkipped = (reason: string): void => {
  total.skipped += 1;
  process.stdout.write(`\n${reason}\n`);
};

/** Runs a step that counts as one test. */
const check = async (name: string, command: string, args: string[]): Promise<boolean> => {
  const isGood = (await runStep(name, command, args)) === 0;
  if (isGood) countPassed();
  else countFailed(name);
  return isGood;
};
const readReport = <Run>(file: string): Run | undefined => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined);

const quietNode = '--disable-warning=ExperimentalWarning';
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const turbo = (task: string, ...more: string[]): [command: string, args: string[]] => [
  process.execPath,
  [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', task, '--concurrency=2', '--output-logs=errors-only', ...more],
];
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
/** Uses one checker, because several would check the same libraries again on CPUs that other steps need. */
const types = (name: string, project: string): Promise<boolean> =>
  check(`types (${name})`, process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', project]);

/** @param projects - names of jest's projects; none for all of them */
const unit = async (...projects: string[]): Promise<void> => {
  const file = join(results, 'jest.json');
  const code = await runStep('unit tests', process.execPath, [
    quietNode,
    // Also for workers: short-lived garbage is freed without a full collection, which saves an eighth of the CPU time.
    '--max-semi-space-size=128',
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--json',
    `--outputFile=${file}`,
    // One more than there are CPUs: a worker often waits for a process that a test has started.
    '--maxWorkers=3',
    ...(projects.length > 0 ? ['--passWithNoTests', '--selectProjects', ...projects] : []),
  ]);
  const report = readReport<JestRun>(file);
  if (!report) return countFailed('unit tests ended with an error');
  const tally = tallyOfJest(report);
  reports.jest.push(report);
  count(tally);
  if (code !== 0 && tally.failed === 0) countFailed('unit tests ended with an error');
};

/**
 * Runs tests in a browser, with one of the configurations in e2e. Never retries: a test that passes the second time is as bad as a failure.
 */
const inChromium = async (
  name: string,
  config: string,
  { specs = [], environment = {} }: { specs?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<void> => {
  const chromium = await provideChromium();
  if (!chromium) return countFailed('Chromium is missing (Debian: apt-get install chromium-headless-shell)');
  const file = join(results, `${config}.json`);
  const playwright = join(root, 'e2e', 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [quietNode, playwright, 'test', '--config', join(root, 'e2e', config), ...specs];
  await runStep(name, process.execPath, args, { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium });
  const report = readReport<PlaywrightRun>(file);
  if (!report) return countFailed(name);
  reports.playwright.push(report);
  count(tallyOfPlaywright(report));
};

const onMongo = async (): Promise<void> => {
  const missing = process.env['MONGODB_URL'] ? undefined : engineFor('java');
  if (missing) countSkipped(`${missing} The API is not tried on MongoDB.`);
  else await inChromium('tests of the API on MongoDB', 'playwright.engines.config.ts');
};

/**
 * Writes the table from the passed tests. In CI it must equal the committed one. If the specification is present, the table must name all
 * of its routes, calls, messages and constants.
 */
const coverage = (): void => {
  const file = join(root, 'docs', 'spec-coverage.md');
  const table = renderCoverage(rowsOf(reports.jest, reports.playwright, root));
  const isCommitted = existsSync(file) && readFileSync(file, 'utf8') === table;
  if (!isCommitted && process.env['CI']) countFailed('docs/spec-coverage.md differs from the tests: run npm test and commit it');
  else countPassed();
  if (!isCommitted && !process.env['CI']) {
    writeFileSync(file, table);
    process.stdout.write('\nnote: docs/spec-coverage.md has changed; commit it.\n');
  }

  const specification = join(root, '..', 'shared', 'spec.md');
  if (!existsSync(specification))
    return countSkipped('skipped: the specification is not beside this checkout, so the table is not compared with it.');
  const missing = missingIn(table, wordingsOf(readFileSync(specification, 'utf8')));
  if (missing.length === 0) countPassed();
  else countFailed(...missing.map((wording) => `docs/spec-coverage.md has no row for: ${wording}`));
};

const provideEngines = (): Promise<boolean> =>
  check('third-party engines', process.execPath, [quietNode, join(root, 'packages', 'testing', 'test-servers', 'src', 'main.ts')]);
const staticChecks = async (): Promise<void> => {
  await check('format', bin('oxfmt'), ['--check', '.']);
  await check('lint', bin('oxlint'), []);
  await check('unused code', bin('knip'), ['--no-config-hints', '--no-progress']);
  // A separate program per part would read the same files twenty times.
  for (const program of ['node', 'web', 'tests']) await types(program, join('packages', 'web', 'build', 'tsconfig', `all.${program}.json`));
};

/** Runs all tests. Those of the site run alone, because they keep two CPUs busy. */
const everything = async (): Promise<void> => {
  const browsers = provideOtherBrowsers();
  const engines = provideEngines();
  const built = (async () => {
    const [isBuilt] = await Promise.all([check('build', process.execPath, [join(root, 'tools', 'run.mjs'), 'build']), staticChecks()]);
    // One Storybook with all parts, and two as they are deployed, to test that one shows the other.
    const stories = turbo('@lectern/e2e#storybook:test', '@lectern/ui#storybook:build', '@lectern/mf-billing#storybook:build');
    if (await check('build of the stories', ...stories)) await inChromium('stories', 'playwright.stories.config.ts');
    await engines;
    if (isBuilt) await onMongo();
    return isBuilt;
  })();
  // The unit tests take longest and need no build.
  await engines.then(() => unit());
  const isBuilt = await built;
  await browsers;
  if (isBuilt) await inChromium('tests of the site', 'playwright.config.ts');
  // A failed test is missing in the table, which must not count as a second failure.
  if (total.failures.length === 0) coverage();
};

/** Returns the tests that the command line names; all by default. */
const planOf = (args: readonly string[]): Plan => {
  const parts = partsOf(root);
  if (args.length === 0) return { everything: true, because: 'nothing was named' };
  if (args[0] !== '--since') {
    const names = parts.map(({ folder }) => folder).join(', ');
    const plans = args.map((folder) => planPart(folder, parts) ?? refuse(`There is no part ${folder}: ${names}.`));
    return { everything: false, parts: plans.flatMap((plan) => plan.parts), isSiteTested: false };
  }
  if (!args[1]) return refuse('Since which commit? npm test -- --since main');
  try {
    const [base = ''] = git('merge-base', args[1], 'HEAD');
    return planTests([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')], parts);
  } catch (error) {
    return refuse(`git: ${String((error as { stderr?: unknown }).stderr).trim() || `${args[1]} and HEAD have no commit in common.`}`);
  }
};

/** Runs the tests of a plan's parts, and of the contracts between all parts. */
const some = async ({ parts, isSiteTested }: PartsPlan): Promise<void> => {
  const names = parts.map(({ folder }) => folder);
  process.stdout.write(`Parts: ${names.join(', ') || 'none'}; contracts${isSiteTested ? '; the whole site' : ''}.\n`);
  if (isSiteTested) {
    await provideEngines();
    await provideOtherBrowsers();
  }
  if (names.length > 0) {
    await check('format', bin('oxfmt'), ['--check', ...names]);
    await check('lint', bin('oxlint'), ['--no-error-on-unmatched-pattern', ...names]);
    for (const { folder, isTyped } of parts) if (isTyped) await types(folder, folder);
  }
  await unit(...new Set([...parts.map(projectOf), 'contracts']));
  if (names.length === 0) return;
  const withStories = parts.filter(({ hasStories }) => hasStories);
  const filters = withStories.map(({ name }) => `--filter=${name}`);
  if (withStories.length > 0 && (await check('build of the stories', ...turbo('storybook:build', ...filters)))) {
    const environment = { LECTERN_STORIES: withStories.map(({ folder }) => folder).join(',') };
    await inChromium('stories', 'playwright.stories.config.ts', { environment });
  }
  if (!(await check('build', ...turbo('build')))) return;
  if (!isSiteTested) return inChromium('contracts on the site', 'playwright.config.ts', { specs: ['specs/api/pacts.spec.ts'] });
  await inChromium('tests of the site', 'playwright.config.ts');
  await onMongo();
};

const plan = planOf(process.argv.slice(2));
const startedAt = performance.now();
const workedBefore = processorSeconds();
if (plan.everything && process.argv.length > 2) process.stdout.write(`Everything: ${plan.because}.\n`);
await (plan.everything ? everything() : some(plan));

const { passed, failed, skipped, failures } = total;
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}\n`);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(`\n${commit ?? 'no commit'}, ${minutes} min, ${(processorSeconds() - workedBefore).toFixed(0)} s of the processor\n`);
process.exitCode = failed === 0 && passed > 0 && !isStopped() ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
