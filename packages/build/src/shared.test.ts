import { createRequire } from 'node:module';
import { join } from 'node:path';
import { borrowedByRemote, providedByShell, shared, singleCopy } from './shared.js';

const names = Object.keys(shared);
const root = join(__dirname, '../../..');

test('the shell provides everything once, with a copy of its own', () => {
  const provided: Record<string, { singleton: boolean; eager: boolean; requiredVersion: string | false }> = providedByShell();
  expect(Object.keys(provided)).toEqual(names);
  for (const [name, settings] of Object.entries(provided)) {
    expect(settings.singleton).toBe(true);
    expect(settings).not.toHaveProperty('import');
    expect([name, settings.eager]).toEqual([name, name !== '@lectern/ui/primitives']);
  }
});

test('a remote borrows everything and builds no fallback copy', () => {
  const borrowed: Record<string, object> = borrowedByRemote();
  expect(Object.keys(borrowed)).toEqual(names);
  for (const settings of Object.values(borrowed)) {
    expect(settings).toMatchObject({ singleton: true, import: false });
    expect(settings).not.toHaveProperty('eager');
  }
  expect(borrowed['react']).toEqual({ singleton: true, import: false, requiredVersion: '^19.0.0' });
  expect(borrowed['@lectern/platform']).toEqual({ singleton: true, import: false, requiredVersion: false });
});

test("both sides agree on the versions, which the shell's installed ones satisfy", () => {
  const require = createRequire(join(root, 'shell/package.json'));
  for (const [name, { range }] of Object.entries(shared)) {
    if (range === false) continue;
    const folder = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]!;
    const path = require.resolve
      .paths(folder)!
      .map((base) => join(base, folder, 'package.json'))
      .find((candidate) => {
        try {
          return Boolean(require.resolve(candidate));
        } catch {
          return false;
        }
      });
    const { version } = require(path!) as { version: string };
    expect(`${name} ^${version.split('.')[0]!}.0.0`).toBe(`${name} ${range}`);
  }
});

test('what is shared from a registry may exist once, too', () => {
  const packages = names.filter((name) => !name.startsWith('@lectern/')).map((name) => name.replace('/jsx-runtime', ''));
  for (const name of packages) expect(singleCopy).toContain(name);
});
