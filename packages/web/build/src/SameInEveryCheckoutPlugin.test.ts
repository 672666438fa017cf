import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-checkouts-')));
afterAll(() => rmSync(folder, { recursive: true }));

/** A package of federation, as small as the plug-in accepts. */
const installed = (name: string, source: string) => ({
  [`node_modules/@module-federation/${name}/package.json`]: JSON.stringify({
    name: `@module-federation/${name}`,
    exports: { './bundler': './bundler.js' },
  }),
  [`node_modules/@module-federation/${name}/bundler.js`]: source,
});
const files = {
  'package.json': '{"version":"0.0.0"}',
  ...installed('runtime', 'export const runtime = 1;'),
  ...installed('runtime-tools', 'export const tools = 1;'),
  ...installed('webpack-bundler-runtime', 'export default { init: () => undefined };'),
  'node_modules/reader/package.json': '{"name":"reader","type":"module","main":"index.js"}',
  'node_modules/reader/index.js': 'export const load = (start) => start(import.meta.url);',
  'mf-small/src/main.js': 'import { load } from "reader"; load(console.log);',
};

/** Builds the same remote in a checkout at this path. */
const buildAt = async (path: string) => {
  const checkout = join(folder, path);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  }
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'testing', 'buildSmallRemote.js'), checkout]);
  expect(JSON.parse(stdout)).toEqual([]);
  const dist = join(checkout, 'mf-small', 'dist');
  const { version } = JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')) as { version: string };
  const names = readdirSync(join(dist, version)).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dist, version, name), 'base64')]));
};

test('two checkouts at different paths build the same files of a remote', async () => {
  const [one, other] = await Promise.all([buildAt('one'), buildAt('another/and/longer')]);
  expect(Object.keys(one)).toContain('remoteEntry.js.map');
  expect(other).toEqual(one);
});
