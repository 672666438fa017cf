import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { borrowedByRemote, lentLater, lentVersions, shared, singleCopy } from './shared.js';

const names = Object.keys(shared);

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
  const versions: Record<string, string> = lentVersions(join(__dirname, '../../../shell'));
  // What remotes of contract 1 borrow is all that is lent beside.
  expect(Object.keys(versions)).toEqual([...names, '@tanstack/react-query']);
  for (const [name, range] of Object.entries(shared))
    expect(`${name} ${range === false ? versions[name]! : `^${versions[name]!.split('.')[0]!}.0.0`}`).toBe(`${name} ${range || '0.0.0'}`);
});

test('what is shared from a registry may exist once, too', () => {
  const packages = names.filter((name) => !name.startsWith('@lectern/')).map((name) => name.replace('/jsx-runtime', ''));
  for (const name of packages) expect(singleCopy).toContain(name);
});

test('what the shell lends later is what the builds of remotes keep out of their entries', () => {
  const source = readFileSync(join(__dirname, '../../../shell/src/remotes/lend.ts'), 'utf8');
  const [, later = ''] = /const atFirstUse[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
  expect([...later.matchAll(/^ {2}'([^']+)':/gm)].map(([, name]) => name)).toEqual(lentLater);
});
