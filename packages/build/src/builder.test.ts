import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
let builder: ChildProcess;
let address: string;

beforeAll(async () => {
  const settings = `{ mode: 'production', context: __dirname, entry: './main.js', output: { path: __dirname + '/dist' } }`;
  writeFileSync(join(folder, 'webpack.config.js'), `module.exports = ${settings};`);
  builder = fork(join(__dirname, 'builder.process.js'), { execArgv: [] });
  [address] = (await once(builder, 'message')) as [string];
});
afterAll(async () => {
  builder.kill();
  await once(builder, 'exit');
  rmSync(folder, { recursive: true });
  // Its folder goes with it.
  expect(existsSync(dirname(address))).toBe(false);
});

/** Builds a page of this source. */
const build = async (source: string, environment: Record<string, string>) => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  writeFileSync(join(folder, 'main.js'), source);
  const child = spawn(process.execPath, [join(__dirname, 'build.process.js')], { cwd: folder, env: { ...process.env, ...environment } });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  const file = join(folder, 'dist', 'main.js');
  return { code, output, script: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
};

test('a frontend is the same, built by the builder or by a process of its own', async () => {
  const byBuilder = await build('console.log(6 * 7);', { LECTERN_BUILDER: address });
  expect(byBuilder).toEqual({ code: 0, output: '', script: 'console.log(42);' });
  expect(await build('console.log(6 * 7);', { LECTERN_BUILDER: '' })).toEqual(byBuilder);
});

test('a build that fails says why, and the builder goes on', async () => {
  const failed = await build('import "./missing.js";', { LECTERN_BUILDER: address });
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("Can't resolve './missing.js'") as string });
  expect((await build('console.log(1);', { LECTERN_BUILDER: address })).code).toBe(0);
});
