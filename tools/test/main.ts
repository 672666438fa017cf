/**
 * Runs all tests: the unit tests beside format, lint, types, build, the stories and the API on MongoDB, then the whole site.
 * Then writes the table of tests for each statement of the specification. Prints one closing line: `N passed, N failed[, N skipped]`.
 *
 *   npm test -- mf-study         the tests of one part (or several), and of the contracts
 *   npm test -- --since main     the tests for changes since a commit, uncommitted ones included
 *   TEST_CASES=all npm test      with every case of the tests that several commits share
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { renderCoverage, rowsOf } from '../../e2e/spec-coverage/specCoverage.ts';
import { missingIn, wordingsOf } from '../../e2e/spec-coverage/wordings.ts';
import { firefoxMissing, webKitMissing } from '../../e2e/support/browsers/installed.ts';
import { nginxMissing } from '../../e2e/support/nginx.ts';
import { engineFor } from '@lectern/test-servers';
import { failedUnitTestsOf, unitCountsOf, type JestRun } from './jestReport.ts';
import { keepBuildCache } from './keepBuildCache.ts';
import { countsOf, failuresOf, type PlaywrightRun } from './playwrightReport.ts';
import { partsOf, planPart, planTests, projectOf, type PartsPlan, type Plan } from './planTests.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, '.cache', 'test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** The short hash of the commit; undefined outside of a git checkout. */
const commit = ((): string | undefined => {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
})();
// Builds are kept by a hash of all that they are made of, for every checkout of this user: what a commit did not change is not built again.
process.env['TURBO_CACHE_DIR'] ??= join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern', 'builds');
keepBuildCache(process.env['TURBO_CACHE_DIR'], Date.now());
// Thousands of damaged files and hostile requests are shared by the commits: each tries the part that its hash picks, see `casesOfThisRun`.
process.env['TEST_CASES'] ??= commit === undefined ? 'all' : String(parseInt(commit, 16));

const reports: { jest: JestRun[]; playwright: PlaywrightRun[] } = { jest: [], playwright: [] };
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const running = new Set<ChildProcess>();
let ending = false;
const end = (signal: NodeJS.Signals): void => {
  ending = true;
  for (const child of running) child.kill(signal);
};
process.on('SIGTERM', () => end('SIGTERM'));
process.on('SIGINT', () => end('SIGINT'));

/** Runs a program; its output is shown when it ends, so that two at once stay readable. */
const run = (name: string, command: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    if (ending) return resolve(1);
    const startedAt = performance.now();
    const output: Buffer[] = [];
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.stdout.on('data', (data: Buffer) => output.push(data));
    child.stderr.on('data', (data: Buffer) => output.push(data));
    child.once('error', (error) => output.push(Buffer.from(String(error))));
    child.once('close', (code) => {
      running.delete(child);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`\n── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${seconds} s\n`);
      const text = Buffer.concat(output).toString();
      const notes = text.split('\n').filter((line) => /^\s*(skipped|note):/i.test(line));
      if (code !== 0) process.stdout.write(text.slice(-20_000));
      else if (notes.length > 0) process.stdout.write(`${[...new Set(notes)].join('\n')}\n`);
      resolve(code ?? 1);
    });
  });

/** A step that is one check by itself. */
const check = async (name: string, command: string, args: string[]): Promise<boolean> => {
  const code = await run(name, command, args);
  if (code === 0) counts.passed += 1;
  else {
    counts.failed += 1;
    failures.push(name);
  }
  return code === 0;
};

/**
 * TypeScript 7, the native compiler: five times as fast as 6, which Storybook's docgen needs for its API. With one checker: several would check the same
 * libraries side by side, on processors that the tests of the site use.
 */
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const turbo = (task: string, ...more: string[]): [command: string, args: string[]] => [
  process.execPath,
  [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', task, '--concurrency=2', '--output-logs=errors-only', ...more],
];

/** Chromium without a window, of the same build: it takes a sixth less of the processor for the tests of the site. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const findChromium = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], headlessShell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (file) => file && existsSync(file),
  );
/** Debian's Chromium; its headless shell is installed if it is missing and this process may. */
let provided: Promise<string | undefined> | undefined;
const provideChromium = (): Promise<string | undefined> => (provided ??= installChromium());
const installChromium = async (): Promise<string | undefined> => {
  if (process.env['CHROMIUM_PATH'] === undefined && !existsSync(headlessShell))
    await installDebian('chromium-headless-shell', 'fonts-liberation');
  // A release of Debian that has no such package.
  if (!findChromium()) await installDebian('chromium', 'fonts-liberation');
  return findChromium();
};
/** Debian's nginx, for the tests of the production set-up, which fail without it. */
const provideNginx = async (): Promise<void> => {
  // One installation at a time.
  await provideChromium();
  if (nginxMissing()) await installDebian('nginx', 'libnginx-mod-http-brotli-static');
};
/** Debian's Firefox and WebKitGTK. Their tests are skipped with a line where they cannot be installed. */
const provideOtherBrowsers = async (): Promise<void> => {
  await provideNginx();
  if (firefoxMissing !== undefined) await installDebian('firefox-esr');
  if (webKitMissing !== undefined) await installDebian('webkit2gtk-driver', 'xvfb');
};
const installDebian = async (...packages: [string, ...string[]]): Promise<void> => {
  const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (mayInstall)
    await run(`install ${packages[0]}`, 'sh', [
      '-c',
      `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`,
    ]);
};

/** Adds the counts and failures of a report. */
const count = (added: typeof counts, named: readonly string[]): void => {
  counts.passed += added.passed;
  counts.failed += added.failed;
  counts.skipped += added.skipped;
  failures.push(...named.map((failure) => failure.replace(`${root}/`, '')));
};
/** A run without a report. */
const countAsFailed = (failure: string): void => count({ passed: 0, failed: 1, skipped: 0 }, [failure]);

/** @param projects - Names of jest's projects, or none for all of them. */
const unit = async (...projects: string[]): Promise<void> => {
  const file = join(results, 'jest.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const code = await run('unit tests', process.execPath, [
    '--disable-warning=ExperimentalWarning',
    // Of a worker, too. What a test file loads and leaves is then freed without a look at the whole heap: an eighth less work of the processor.
    '--max-semi-space-size=128',
    jest,
    '--json',
    `--outputFile=${file}`,
    // One more than there are processors: a worker often waits for a process that a test has started.
    '--maxWorkers=3',
    ...(projects.length > 0 ? ['--passWithNoTests', '--selectProjects', ...projects] : []),
  ]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JestRun) : undefined;
  const failed = report ? failedUnitTestsOf(report) : [];
  if (report === undefined || (code !== 0 && failed.length === 0)) countAsFailed('unit tests ended with an error');
  if (report === undefined) return;
  reports.jest.push(report);
  count(unitCountsOf(report), failed);
};

/** Tests in a browser, by one of the configurations in e2e. No failed test is run again: one that passes the second time is as bad as one that fails. */
const inChromium = async (
  name: string,
  config: string,
  { specs = [], environment = {} }: { specs?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<void> => {
  const chromium = await provideChromium();
  if (!chromium) {
    process.stdout.write('\nChromium is missing (Debian: apt-get install chromium-headless-shell); the tests in the browser need it.\n');
    return countAsFailed('Chromium is missing');
  }
  const file = join(results, `${config}.json`);
  const playwright = join(root, 'e2e', 'node_modules', '@playwright', 'test', 'cli.js');
  await run(
    name,
    process.execPath,
    ['--disable-warning=ExperimentalWarning', playwright, 'test', '--config', join(root, 'e2e', config), ...specs],
    { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium },
  );
  if (!existsSync(file)) return countAsFailed(name);
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightRun;
  reports.playwright.push(report);
  count(countsOf(report), failuresOf(report));
};

/** As `npm start` builds: one process for all frontends. */
const build = (): Promise<boolean> => check('build', process.execPath, [join(root, 'tools', 'run.mjs'), 'build']);

/** The tests of the API on MongoDB, if its test server can run. */
const onMongo = async (): Promise<void> => {
  const missing = process.env['MONGODB_URL'] ? undefined : engineFor('java');
  if (!missing) return inChromium('tests of the API on MongoDB', 'playwright.engines.config.ts');
  counts.skipped += 1;
  process.stdout.write(`\n${missing} The API is not tried on MongoDB.\n`);
};

/** A program for what runs in Node, one for the browser's parts, one for tests that drive both: a program for each part would read the same files twenty times. */
const types = async (): Promise<void> => {
  for (const program of ['node', 'web', 'tests'])
    await check(`types (${program})`, process.execPath, [
      tsc,
      '--noEmit',
      '--checkers',
      '1',
      '-p',
      join('packages', 'web', 'build', 'tsconfig', `all.${program}.json`),
    ]);
};

/**
 * All stories in one Storybook, which compiles what the parts share once; beside it two as designers use them, for the test of how one shows the
 * other.
 */
const buildStories = (): Promise<boolean> => {
  const asDeployed = ['@lectern/ui', '@lectern/mf-billing'].map((name) => `${name}#storybook:build`);
  return check('build of the stories', ...turbo('@lectern/e2e#storybook:test', ...asDeployed));
};

/**
 * Writes the table from the passed tests; in CI the committed table has to be the same. If the specification is present, the table has
 * to name every route, call, message and constant of it.
 */
const coverage = (): void => {
  const file = join(root, 'docs', 'spec-coverage.md');
  const table = renderCoverage(rowsOf(reports.jest, reports.playwright, root));
  const isCommitted = existsSync(file) && readFileSync(file, 'utf8') === table;
  if (!isCommitted && process.env['CI']) {
    counts.failed += 1;
    failures.push('docs/spec-coverage.md is not what the tests say: run npm test and commit it');
  } else {
    counts.passed += 1;
    if (!isCommitted) {
      writeFileSync(file, table);
      process.stdout.write('\nnote: docs/spec-coverage.md was written anew; commit it.\n');
    }
  }

  const specification = join(root, '..', 'shared', 'spec.md');
  if (!existsSync(specification)) {
    counts.skipped += 1;
    process.stdout.write(
      '\nskipped: the specification is not beside this checkout, so the table of what is proven is not compared with it.\n',
    );
    return;
  }
  const missing = missingIn(table, wordingsOf(readFileSync(specification, 'utf8')));
  if (missing.length === 0) counts.passed += 1;
  else {
    counts.failed += 1;
    failures.push(...missing.map((wording) => `docs/spec-coverage.md has no row for: ${wording}`));
  }
};

const provideEngines = (): Promise<boolean> =>
  check('third-party engines', process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(root, 'packages', 'testing', 'test-servers', 'src', 'main.ts'),
  ]);

/**
 * All tests, side by side but for those of the site, which keep two processors busy alone. Beside the unit tests, with up to twelve processes that waited
 * for a turn, one of them was too late in nearly every run.
 */
const everything = async (): Promise<void> => {
  const browsers = provideOtherBrowsers();
  const engines = provideEngines();
  const [, isBuilt] = await Promise.all([
    // They take longest, and need no build.
    engines.then(() => unit()),
    (async () => {
      const [built] = await Promise.all([
        build(),
        (async () => {
          await check('format', bin('oxfmt'), ['--check', '.']);
          await check('lint', bin('oxlint'), []);
          await check('unused code', bin('knip'), ['--no-config-hints', '--no-progress']);
          await types();
        })(),
      ]);
      if (await buildStories()) await inChromium('stories', 'playwright.stories.config.ts');
      await engines;
      if (built) await onMongo();
      return built;
    })(),
  ]);
  await browsers;
  if (isBuilt) await inChromium('tests of the site', 'playwright.config.ts');
  // The table lacks the row of a failed test; that is not a second failure.
  if (failures.length === 0) coverage();
};

/** The tests that the command line asks for; all of them by default. */
const planOf = (args: readonly string[]): Plan => {
  const parts = partsOf(root);
  if (args.length === 0) return { everything: true, because: 'nothing was named' };
  if (args[0] !== '--since') {
    const plans = args.map(
      (folder) => planPart(folder, parts) ?? refuse(`There is no part ${folder}: ${parts.map((each) => each.folder).join(', ')}.`),
    );
    return { everything: false, parts: plans.flatMap((plan) => plan.parts), isSiteTested: false };
  }
  const git = (...words: string[]): string[] => {
    try {
      return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
        .split('\n')
        .filter(Boolean);
    } catch (error) {
      return refuse(`git ${words.join(' ')}: ${String((error as { stderr?: unknown }).stderr).trim()}`);
    }
  };
  if (!args[1]) return refuse('Since which commit? npm test -- --since main');
  const [base] = git('merge-base', args[1], 'HEAD');
  if (base === undefined) return refuse(`${args[1]} and HEAD have no commit in common.`);
  return planTests([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')], parts);
};
const refuse = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** The tests of the parts of a plan, and of the contracts between all parts. */
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
    for (const { folder, isTyped } of parts)
      if (isTyped) await check(`types (${folder})`, process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', folder]);
  }
  await unit(...new Set([...parts.map(projectOf), 'contracts']));
  if (names.length === 0) return;
  const telling = parts.filter(({ hasStories }) => hasStories);
  if (telling.length > 0) {
    const built = await check('build of the stories', ...turbo('storybook:build', ...telling.map(({ name }) => `--filter=${name}`)));
    const environment = { LECTERN_STORIES: telling.map(({ folder }) => folder).join(',') };
    if (built) await inChromium('stories', 'playwright.stories.config.ts', { environment });
  }
  if (!(await check('build', ...turbo('build')))) return;
  if (!isSiteTested) return inChromium('contracts on the site', 'playwright.config.ts', { specs: ['specs/api/pacts.spec.ts'] });
  await inChromium('tests of the site', 'playwright.config.ts');
  await onMongo();
};

const plan = planOf(process.argv.slice(2));
const startedAt = performance.now();
if (plan.everything) {
  if (process.argv.length > 2) process.stdout.write(`Everything: ${plan.because}.\n`);
  await everything();
} else await some(plan);

if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}\n`);
process.stdout.write(`\n${commit ?? 'no commit'}, ${((performance.now() - startedAt) / 60_000).toFixed(1)} min\n`);
process.exitCode = counts.failed === 0 && counts.passed > 0 && !ending ? 0 : 1;
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}\n`);
