/**
 * Sets up whatever is missing and runs one of the project's commands. Only Node's own modules are used here, since this
 * file is what runs on a machine where nothing is installed yet (Node 20 or newer, npm).
 *
 *   node tools/run.mjs prepare | test | bench | eval | build | lint | format | typecheck | data:copy | data:backup | data:restore
 *                      data:rebuild-schedules | model | release | rollback | releases | can-i-deploy | dev | storybook | new:remote | new:service
 *
 * `prepare` is the first half of `npm start`, see `tools/start.sh`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder in which npm installs the pinned Node and pnpm, by a lock file of their own. */
const bootstrap = join(root, 'tools', 'node');
const cache = join(root, '.cache');
const [command, ...args] = process.argv.slice(2);

const say = (line) => process.stdout.write(`${line}\n`);
// The reader may be gone, or the disk for the output full.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const die = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

let child;
let ending;
/** Runs a program and waits for it; passes TERM and INT on to it, so that it ends before this process. */
const run = (file, argv, { quiet = false, env = process.env, ipc = false, input = 'ignore' } = {}) =>
  new Promise((resolve, reject) => {
    if (ending) return reject(new Error('stopped'));
    const output = [];
    const startedAt = Date.now();
    // A quiet step may take minutes the first time; a line every few seconds shows progress.
    const ticker = quiet && setInterval(() => say(`     … ${Math.round((Date.now() - startedAt) / 1000)} s`), 5000);
    const started = (child = spawn(file, argv, {
      cwd: root,
      env,
      stdio: [input, quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit', ...(ipc ? ['ipc'] : [])],
    }));
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (data) => output.push(data));
    started.once('error', reject);
    started.once('exit', (code, signal) => {
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

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};
const isDone = (mark, hash, proof) =>
  existsSync(proof) && existsSync(join(cache, mark)) && readFileSync(join(cache, mark), 'utf8') === hash;
/** Written after success only, so that an interrupted set-up is repeated. */
const done = (mark, hash) => writeFileSync(join(cache, mark), hash);

/** One set-up at a time: a second start waits for the first. */
const withLock = async (work) => {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'setup.lock');
  for (let told = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0);
      const isGone = (() => {
        try {
          if (holder) process.kill(holder, 0);
          return holder === 0 && Date.now() - statSync(lock).mtimeMs > 2000;
        } catch (problem) {
          return problem.code === 'ESRCH' || problem.code === 'ENOENT';
        }
      })();
      if (isGone) rmSync(lock, { force: true });
      else {
        if (!told) say('Another set-up is running here; waiting for it.');
        told = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
};

/** The pinned Node, or the host's where there is none for this platform. */
const findNode = () => {
  const pinned = join(bootstrap, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return die(`Lectern needs Node 22.18 or newer on ${process.platform}-${process.arch}; this is ${process.version}.`);
};

const foldersIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => join(folder, entry.name));

const workspaceFiles = () => {
  const folders = ['.', ...['.', 'services', ...foldersIn('packages'), 'packages'].flatMap(foldersIn)];
  return [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...folders.map((folder) => join(folder, 'package.json')).filter((file) => existsSync(join(root, file))),
  ].sort();
};

const setUp = () =>
  withLock(async () => {
    const toolsHash = hashOf(['tools/node/package-lock.json']);
    if (!isDone('tools', toolsHash, join(bootstrap, 'node_modules', 'pnpm'))) {
      say('1/3  Installing Node and pnpm …');
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
      if (
        (await run(npm, ['ci', '--prefix', bootstrap, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
          quiet: true,
        })) !== 0
      )
        die('Could not install Node and pnpm (see above).');
      done('tools', toolsHash);
    }
    const node = findNode();
    const environment = {
      ...process.env,
      PATH: [dirname(node), join(root, 'node_modules', '.bin'), join(bootstrap, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      NODE_COMPILE_CACHE: join(cache, 'compile'),
    };
    const workspaceHash = hashOf(workspaceFiles());
    if (!isDone('workspace', workspaceHash, join(root, 'node_modules', '.bin', 'turbo'))) {
      say('2/3  Installing packages …');
      const pnpm = join(bootstrap, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
      if (
        (await run(node, [pnpm, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'], {
          quiet: true,
          env: { ...environment, CI: '1' },
        })) !== 0
      )
        die('Could not install the packages (see above).');
      done('workspace', workspaceHash);
    }
    return { node, environment };
  });

/** Runs `work` with the address of one process that builds all frontends. Without an address each is built by a process of its own. */
const withBuilder = async ({ node, environment }, work) => {
  const builder = spawn(node, [join(root, 'packages', 'web', 'build', 'src', 'builder.process.js')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let address;
  let limit;
  try {
    address = await new Promise((resolve) => {
      builder.once('message', resolve);
      for (const event of ['error', 'exit']) builder.once(event, () => resolve(undefined));
      // It needs a fraction of a second, and a builder that hangs must not stop the run.
      limit = setTimeout(() => {
        say('     One builder for all frontends did not start in 10 s: each is built by a process of its own.');
        resolve(undefined);
      }, 10_000);
    });
    clearTimeout(limit);
    return await work(address === undefined ? environment : { ...environment, LECTERN_BUILDER: address });
  } finally {
    // One that gave no address may hang, and would not act on a signal that it can handle.
    builder.kill(address === undefined ? 'SIGKILL' : 'SIGTERM');
  }
};

/** Builds the frontends; code for Node runs from its source. */
const build = async (ready, { quiet = true, task = 'build', part } = {}) => {
  say('3/3  Building what changed …');
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const only = part === undefined ? [] : ['--filter', `@lectern/${part}`];
  const argv = [turbo, 'run', ...[task].flat(), ...only, '--concurrency=2', '--output-logs=errors-only', '--log-order=grouped'];
  return withBuilder(ready, (env) => run(ready.node, argv, { quiet, env }));
};

/** Compiles the services for their first start while the frontends are built. What is not done when these are built is done before the start. */
const warm = ({ node, environment }) => {
  if (existsSync(join(environment.NODE_COMPILE_CACHE, 'warmed'))) return;
  const warming = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'start', 'warm.ts')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Its channel ends it with this process, and does not keep this process.
  warming.on('error', () => undefined).unref();
  warming.channel?.unref();
};

const bin = (name) => join(root, 'node_modules', '.bin', name);

try {
  const ready = await setUp();
  const { node, environment } = ready;
  const inNode = (file, ...more) =>
    run(node, ['--disable-warning=ExperimentalWarning', join(root, file), ...more, ...args], { env: environment, ipc: true });
  const commands = {
    prepare: async () => {
      warm(ready);
      if ((await build(ready)) !== 0) die('The build failed (see above).');
      // `tools/start.sh` reads it.
      // Never half written, because another start may read it at this moment.
      writeFileSync(join(cache, `node.${process.pid}`), node);
      renameSync(join(cache, `node.${process.pid}`), join(cache, 'node'));
      return 0;
    },
    build: () => build(ready, { quiet: false }),
    test: () => inNode('tools/test/main.ts'),
    bench: async () => ((await build(ready)) === 0 ? inNode('bench/main.ts') : die('The build failed (see above).')),
    eval: () => inNode('packages/content/content-eval/src/main.ts'),
    'data:copy': () => inNode('packages/server/service-kit/src/data/main.ts', 'copy'),
    'data:backup': () => inNode('packages/server/service-kit/src/data/main.ts', 'backup'),
    'data:restore': () => inNode('packages/server/service-kit/src/data/main.ts', 'restore'),
    'data:rebuild-schedules': () => inNode('services/study/src/rebuildSchedules.main.ts'),
    // The only command that asks questions.
    model: () =>
      run(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools/model/main.ts'), ...args], {
        env: environment,
        ipc: true,
        input: 'inherit',
      }),
    // A team's day: docs/teams.md.
    release: async () => {
      const part = args.find((arg) => /^mf-[a-z0-9-]+$/.test(arg) && existsSync(join(root, arg, 'package.json')));
      // A canary to promote was built before, and so was a build in a folder.
      const isBuilt = part === undefined || args.some((arg) => /^--(promote|from)(=|$)/.test(arg));
      if (!isBuilt && (await build(ready, { part })) !== 0) die('The build failed (see above).');
      return inNode('tools/release/main.ts', 'release');
    },
    rollback: () => inNode('tools/release/main.ts', 'rollback'),
    releases: () => inNode('tools/release/main.ts', 'releases'),
    'can-i-deploy': async () => {
      const isBuilt = !/^(mf-|shell$)/.test(args[0] ?? '') || (await build(ready, { part: args[0] })) === 0;
      return isBuilt ? inNode('tools/can-i-deploy/main.ts') : die('The build failed (see above).');
    },
    dev: async () =>
      (await build(ready, { task: ['build', '@lectern/shell#build:development'] })) === 0
        ? inNode('tools/dev/main.ts')
        : die('The build failed (see above).'),
    storybook: async () =>
      (await build(ready, { task: 'storybook:build' })) === 0 ? inNode('tools/storybook/main.ts') : die('The build failed (see above).'),
    'new:remote': () => inNode('tools/new/main.ts', 'remote'),
    'new:service': () => inNode('tools/new/main.ts', 'service'),
    lint: async () =>
      (await run(bin('oxlint'), args, { env: environment })) || run(bin('knip'), ['--no-config-hints'], { env: environment }),
    format: () => run(bin('oxfmt'), ['.', ...args], { env: environment }),
    typecheck: () =>
      run(
        node,
        [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'typecheck', '--concurrency=2', '--output-logs=errors-only', ...args],
        { env: environment },
      ),
  };
  if (!commands[command]) die(`Unknown command "${command ?? ''}": ${Object.keys(commands).join(', ')}.`);
  process.exitCode = await commands[command]();
} catch (error) {
  if (!ending && ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(error.code) && error.syscall !== 'spawn')
    die(`${error.path ?? root} cannot be written (${error.code}).`);
  if (!ending) throw error;
}
