/**
 * Installs and builds what is missing, then runs one of the project's commands. Uses only Node's built-in modules, because nothing may be
 * installed yet (requires Node 20 or newer, and npm).
 *
 *   node tools/run.mjs prepare | test | bench | eval | build | lint | format | typecheck | data:copy | data:backup | data:restore
 *                      data:end-link | data:rebuild-schedules | model | release | rollback | releases | service-worker | can-i-deploy
 *                      dev | storybook | new:remote | new:service
 * `prepare` is the first half of `npm start`, see `tools/start.sh`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder in which npm installs the pinned Node and pnpm, with its own lock file. */
const bootstrap = join(root, 'tools', 'node');
const cache = join(root, '.cache');
const [command, ...args] = process.argv.slice(2);

const say = (line) => process.stdout.write(`${line}\n`);
// The reader may have exited, or the disk may be full.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const die = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

let child;
let ending;
/** Runs a program and waits for it. Forwards TERM and INT, so that the program ends before this process. */
const run = (file, argv, { quiet = false, env = process.env, ipc = false, input = 'ignore' } = {}) =>
  new Promise((resolve, reject) => {
    if (ending) return reject(new Error('stopped'));
    const output = [];
    const startedAt = Date.now();
    // A quiet step may take minutes on the first run.
    const ticker = quiet && setInterval(() => say(`     … ${Math.round((Date.now() - startedAt) / 1000)} s`), 5000);
    const shown = quiet ? 'pipe' : 'inherit';
    child = spawn(file, argv, { cwd: root, env, stdio: [input, shown, shown, ...(ipc ? ['ipc'] : [])] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(ticker);
      child = undefined;
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1));
    });
  });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    ending = signal;
    if (child) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    else process.exit(0);
  });

/** Whether the process that wrote a lock has ended. A process has two seconds to write its id. */
const isStale = (lock) => {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (holder) process.kill(holder, 0);
    return !holder && Date.now() - statSync(lock).mtimeMs > 2000;
  } catch (problem) {
    return problem.code === 'ESRCH' || problem.code === 'ENOENT';
  }
};

/** Allows one set-up at a time. A second start waits for the first. */
const withLock = async (work) => {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'setup.lock');
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(lock)) rmSync(lock, { force: true });
    else {
      if (tries === 0) say('Another set-up is running here; waiting for it.');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
};

/** Runs an installation, unless the last one succeeded with the same input files. */
const installOnce = async ({ mark, files, proof, label }, install) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  const [digest, markFile] = [hash.digest('hex'), join(cache, mark)];
  if (existsSync(proof) && existsSync(markFile) && readFileSync(markFile, 'utf8') === digest) return;
  say(`${label} …`);
  if ((await install()) !== 0) die(`${label} failed (see above).`);
  writeFileSync(markFile, digest);
};

/** Returns the pinned Node, or the host's if there is none for this platform. */
const findNode = () => {
  const pinned = join(bootstrap, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return die(`Lectern needs Node 22.18 or newer on ${process.platform}-${process.arch}; this is ${process.version}.`);
};

const setUp = () =>
  withLock(async () => {
    const proof = join(bootstrap, 'node_modules', 'pnpm');
    await installOnce({ mark: 'tools', files: ['tools/node/package-lock.json'], proof, label: '1/3  Installing Node and pnpm' }, () =>
      run(
        process.platform === 'win32' ? 'npm.cmd' : 'npm',
        ['ci', '--prefix', bootstrap, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'],
        { quiet: true },
      ),
    );
    const node = findNode();
    const environment = {
      ...process.env,
      PATH: [dirname(node), join(root, 'node_modules', '.bin'), join(bootstrap, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      NODE_COMPILE_CACHE: join(cache, 'compile'),
    };
    const turbo = join(root, 'node_modules', '.bin', 'turbo');
    await installOnce(
      { mark: 'workspace', files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], proof: turbo, label: '2/3  Installing packages' },
      () =>
        run(node, [join(proof, 'bin', 'pnpm.mjs'), 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'], {
          quiet: true,
          env: { ...environment, CI: '1' },
        }),
    );
    return { node, environment };
  });

/** Runs `work` with the address of one process that builds all frontends. Without an address, each frontend is built by its own process. */
const withBuilder = async ({ node, environment }, work) => {
  const file = join(root, 'packages', 'web', 'build', 'src', 'builder.process.js');
  const builder = spawn(node, [file], { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // Starting takes a fraction of a second, and a hung builder must not block the run.
  const signal = AbortSignal.timeout(10_000);
  const [address] = await Promise.race([once(builder, 'message', { signal }), once(builder, 'exit', { signal }).then(() => [])]).catch(
    () => [],
  );
  if (signal.aborted) say('     One builder for all frontends did not start in 10 s: each is built by a process of its own.');
  try {
    return await work(address === undefined ? environment : { ...environment, LECTERN_BUILDER: address });
  } finally {
    // A builder that sent no address may hang and ignore signals.
    builder.kill(address === undefined ? 'SIGKILL' : 'SIGTERM');
  }
};

/** Compiles the services for their first start while the frontends are built. The start itself compiles the rest. */
const warm = ({ node, environment }) => {
  if (existsSync(join(environment.NODE_COMPILE_CACHE, 'warmed'))) return;
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const file = join(root, 'tools', 'start', 'warm.ts');
  const warming = spawn(node, ['--disable-warning=ExperimentalWarning', file], { cwd: root, env: environment, stdio });
  // The IPC channel ends the child with this process, but does not keep this process alive.
  warming.on('error', () => undefined).unref();
  warming.channel?.unref();
};

/** Programs that need no build, with their first arguments. */
const programs = {
  test: ['tools/test/main.ts'],
  eval: ['packages/content/content-eval/src/main.ts'],
  'data:copy': ['packages/server/service-kit/src/data/main.ts', 'copy'],
  'data:backup': ['packages/server/service-kit/src/data/main.ts', 'backup'],
  'data:restore': ['packages/server/service-kit/src/data/main.ts', 'restore'],
  'data:end-link': ['packages/server/service-kit/src/data/main.ts', 'end-link'],
  'data:rebuild-schedules': ['services/study/src/rebuildSchedules.main.ts'],
  model: ['tools/model/main.ts'],
  rollback: ['tools/release/main.ts', 'rollback'],
  releases: ['tools/release/main.ts', 'releases'],
  'service-worker': ['tools/release/main.ts', 'service-worker'],
  'new:remote': ['tools/new/main.ts', 'remote'],
  'new:service': ['tools/new/main.ts', 'service'],
};

const commandsFor = (ready) => {
  const { node, environment: env } = ready;
  const bin = (name, ...more) => run(join(root, 'node_modules', '.bin', name), more, { env });
  const turbo = (task, more, options) => {
    const file = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
    return run(node, [file, 'run', ...[task].flat(), '--concurrency=2', '--output-logs=errors-only', ...more], options);
  };
  const program = (file, ...more) =>
    // `model` asks the user questions.
    run(node, ['--disable-warning=ExperimentalWarning', join(root, file), ...more, ...args], {
      env,
      ipc: true,
      input: command === 'model' ? 'inherit' : 'ignore',
    });
  /** Builds the frontends. Code for Node runs from source. */
  const build = ({ quiet = true, task = 'build', part } = {}) => {
    say('3/3  Building what changed …');
    const only = part === undefined ? [] : ['--filter', `@lectern/${part}`];
    return withBuilder(ready, (built) => turbo(task, [...only, '--log-order=grouped'], { quiet, env: built }));
  };
  const afterBuild = async (options, work) => ((await build(options)) === 0 ? work() : die('The build failed (see above).'));

  return {
    ...Object.fromEntries(Object.entries(programs).map(([name, words]) => [name, () => program(...words)])),
    prepare: () => {
      warm(ready);
      return afterBuild({}, () => {
        // Written atomically, because `tools/start.sh` of a concurrent start may be reading it.
        writeFileSync(join(cache, `node.${process.pid}`), node);
        renameSync(join(cache, `node.${process.pid}`), join(cache, 'node'));
        return 0;
      });
    },
    build: () => build({ quiet: false }),
    bench: () => afterBuild({}, () => program('bench/main.ts')),
    release: () => {
      const part = args.find((arg) => /^mf-[a-z0-9-]+$/.test(arg) && existsSync(join(root, arg, 'package.json')));
      // `--promote` and `--from` use an existing build.
      const isBuilt = part === undefined || args.some((arg) => /^--(promote|from)(=|$)/.test(arg));
      const release = () => program('tools/release/main.ts', 'release');
      return isBuilt ? release() : afterBuild({ part }, release);
    },
    'can-i-deploy': () => {
      const check = () => program('tools/can-i-deploy/main.ts');
      return /^(mf-|shell$)/.test(args[0] ?? '') ? afterBuild({ part: args[0] }, check) : check();
    },
    dev: () => afterBuild({ task: ['build', '@lectern/shell#build:development'] }, () => program('tools/dev/main.ts')),
    storybook: () => afterBuild({ task: 'storybook:build' }, () => program('tools/storybook/main.ts')),
    lint: async () => (await bin('oxlint', ...args)) || bin('knip', '--no-config-hints'),
    format: () => bin('oxfmt', '.', ...args),
    typecheck: () => turbo('typecheck', args, { env }),
  };
};

try {
  const commands = commandsFor(await setUp());
  if (!commands[command]) die(`Unknown command "${command ?? ''}": ${Object.keys(commands).join(', ')}.`);
  process.exitCode = await commands[command]();
} catch (error) {
  if (!ending && ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(error.code) && error.syscall !== 'spawn')
    die(`${error.path ?? root} cannot be written (${error.code}).`);
  if (!ending) throw error;
}
