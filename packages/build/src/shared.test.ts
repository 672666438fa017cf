import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedByRemote, lazilyShared, sharedVersions, shared, singleCopy } from './shared.js';

const names = Object.keys(shared);

test('a remote consumes every shared module and builds no fallback copy', () => {
  const consumed: Record<string, object> = sharedByRemote();
  expect(Object.keys(consumed)).toEqual(names);
  for (const settings of Object.values(consumed)) {
    expect(settings).toMatchObject({ singleton: true, import: false });
    expect(settings).not.toHaveProperty('eager');
  }
  expect(consumed['react']).toEqual({ singleton: true, import: false, requiredVersion: '^19.0.0' });
  expect(consumed['@lectern/platform']).toEqual({ singleton: true, import: false, requiredVersion: false });
});

test("both sides agree on the versions, which the shell's installed ones satisfy", () => {
  const versions: Record<string, string> = sharedVersions(join(__dirname, '../../../shell'));
  // Only what remotes of contract 1 consume is shared beside them.
  expect(Object.keys(versions)).toEqual([...names, '@tanstack/react-query']);
  for (const [name, range] of Object.entries(shared))
    expect(`${name} ${range === false ? versions[name]! : `^${versions[name]!.split('.')[0]!}.0.0`}`).toBe(`${name} ${range || '0.0.0'}`);
});

test('what is shared from a registry may exist once, too', () => {
  const packages = names.filter((name) => !name.startsWith('@lectern/')).map((name) => name.replace('/jsx-runtime', ''));
  for (const name of packages) expect(singleCopy).toContain(name);
});

test('what the shell shares lazily is what the builds of remotes keep out of their entries', () => {
  const source = readFileSync(join(__dirname, '../../../shell/src/remotes/createSharedModules.ts'), 'utf8');
  const [, later = ''] = /const atFirstUse[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
  expect([...later.matchAll(/^ {2}'([^']+)':/gm)].map(([, name]) => name)).toEqual(lazilyShared);
});
