import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a page of these sources. @returns webpack's errors, and the release when there are none */
const build = async (files: Record<string, string>) => {
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'src', name), text);
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'testing', 'buildSmall.js'), folder]);
  const errors = JSON.parse(stdout) as string[];
  if (errors.length > 0) return { errors, version: '' };
  const { version } = JSON.parse(readFileSync(join(folder, 'dist', 'release.json'), 'utf8')) as { version: string };
  return { errors, version };
};
const sources = {
  'main.js': 'import("./screen.js").then((screen) => screen.show());',
  'screen.js': 'export const show = () => console.log("a screen");',
  'manifest.json': '{"routes":[]}',
};

test('a build has integrity values of all its chunks, and a version of its content and manifest', async () => {
  const { errors, version } = await build(sources);
  expect(errors).toEqual([]);
  const chunk = readFileSync(join(folder, 'dist', version, 'src_screen_js.js'));
  const integrity = `sha256-${createHash('sha256').update(chunk).digest('base64')}`;
  expect(readFileSync(join(folder, 'dist', version, 'main.js'), 'utf8')).toContain(`"src_screen_js":"${integrity}"`);

  // The manifest, which the registry publishes, is part of the version.
  expect((await build({ ...sources, 'manifest.json': '{"routes":[],"label":"New"}' })).version).not.toBe(version);
});

test('a build with a style sheet fails and says what to do', async () => {
  const { errors } = await build({ ...sources, 'main.js': 'import "./looks.css";', 'looks.css': 'p { color: red; }' });
  expect(errors).toEqual([
    'mf-small has the style sheet looks.css, which pages would load without an integrity value: write styles with styled-components.',
  ]);
});
