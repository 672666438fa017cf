import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(__dirname, '..', '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
let builder: ChildProcess;
let address: string;

const startBuilder = (environment: Record<string, string> = {}): ChildProcess =>
  fork(join(__dirname, 'builder.process.js'), { cwd: root, env: { ...process.env, ...environment }, execArgv: [], silent: true });
/** A configuration with this plug-in. A frontend may depend on the working directory: `DIRECTORY` is what it was during the build. */
const configure = (apply = '') =>
  writeFileSync(
    join(folder, 'webpack.config.js'),
    `module.exports = {
      mode: 'production',
      context: __dirname,
      entry: './main.js',
      output: { path: __dirname + '/dist' },
      plugins: [(compiler) => { new compiler.webpack.DefinePlugin({ DIRECTORY: JSON.stringify(process.cwd()) }).apply(compiler); ${apply} }],
    };`,
  );

beforeAll(async () => {
  builder = startBuilder();
  [address] = (await once(builder, 'message')) as [string];
});
beforeEach(() => configure());
afterAll(async () => {
  builder.kill();
  await once(builder, 'exit');
  rmSync(folder, { recursive: true });
  // Its folder is removed when it ends.
  expect(existsSync(dirname(address))).toBe(false);
});

/** Builds a page of this source. */
const build = async (source: string, environment: Record<string, string>) => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  writeFileSync(join(folder, 'main.js'), source);
  const child = spawn(process.execPath, [join(__dirname, 'build.process.js')], { cwd: folder, env: { ...process.env, ...environment } });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  const file = join(folder, 'dist', 'main.js');
  return { code, output, errors, script: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
};

test('a frontend is the same, built by the builder or by a process of its own', async () => {
  const byBuilder = await build('console.log(DIRECTORY);', { LECTERN_BUILDER: address });
  expect(byBuilder).toEqual({ code: 0, output: '', errors: '', script: `console.log(${JSON.stringify(root)});` });
  expect(await build('console.log(DIRECTORY);', { LECTERN_BUILDER: '' })).toEqual(byBuilder);
});

test('a build that fails says why, and the builder goes on', async () => {
  const failed = await build('import "./missing.js";', { LECTERN_BUILDER: address });
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("Can't resolve './missing.js'") as string });
  expect((await build('console.log(1);', { LECTERN_BUILDER: address })).code).toBe(0);
});

test('a builder that was killed, or ends during the build, is said in one line, and the build goes on without it', async () => {
  const built = {
    code: 0,
    output: 'The builder of this run has ended: this process builds instead.\n',
    errors: '',
    script: 'console.log(2);',
  };
  const killed = startBuilder();
  const [gone] = (await once(killed, 'message')) as [string];
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(await build('console.log(2);', { LECTERN_BUILDER: gone })).toEqual(built);
  rmSync(dirname(gone), { recursive: true });

  const ending = createServer({ allowHalfOpen: true }, (socket) => socket.resume().once('end', () => socket.end('{"isBuilt":')));
  ending.listen(join(folder, 'ending'));
  await once(ending, 'listening');
  expect(await build('console.log(2);', { LECTERN_BUILDER: join(folder, 'ending') })).toEqual(built);
  ending.close();
});

test('without a folder for its socket a builder ends and says why in one line', async () => {
  const child = startBuilder({ TMPDIR: join(folder, 'missing') });
  const [errors, [code]] = await Promise.all([text(child.stderr ?? []), once(child, 'exit') as Promise<[number]>]);
  expect([errors, code]).toEqual(['One builder for all frontends could not start (ENOENT): each is built by a process of its own.\n', 0]);
});

test('a folder whose name is too long for a socket is not used', async () => {
  const long = join(folder, 'x'.repeat(100));
  mkdirSync(long);
  const child = startBuilder({ TMPDIR: long });
  const [at] = (await once(child, 'message')) as [string];
  expect(at).toMatch(/^\/tmp\/lectern-\w{6}\/builder$/);
  child.kill();
  await once(child, 'exit');
});

test('a compiler is closed after a run that failed, and an error of closing it is an error of the build', async () => {
  configure(
    "compiler.hooks.run.tap('test', () => { throw new Error('no run'); }); compiler.hooks.shutdown.tap('test', () => require('node:fs').writeFileSync(__dirname + '/closed', ''));",
  );
  const failed = await build('', { LECTERN_BUILDER: '' });
  expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('no run') as string });
  expect(existsSync(join(folder, 'closed'))).toBe(true);

  configure("compiler.hooks.shutdown.tap('test', () => { throw new Error('not closed'); });");
  expect(await build('', { LECTERN_BUILDER: '' })).toMatchObject({ code: 1, errors: expect.stringContaining('not closed') as string });
});
