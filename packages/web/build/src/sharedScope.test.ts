import { join } from 'node:path';
import { sharedModuleList } from '@lectern/contracts/shared-modules';
import { sharedAtFirstUse, sharedByRemote, sharedVersions, singleCopyFolders, singleCopyPackages, withFormerNames } from './sharedScope.js';

const names = sharedModuleList.map(({ name }) => name);

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
  const versions: Record<string, string> = sharedVersions(join(__dirname, '../../../../shell'));
  // Only what remotes of contract 1 consume is shared beside them.
  expect(Object.keys(versions)).toEqual([...names, '@tanstack/react-query']);
  for (const { name, range } of sharedModuleList)
    expect(`${name} ${range === false ? versions[name]! : `^${versions[name]!.split('.')[0]!}.0.0`}`).toBe(`${name} ${range || '0.0.0'}`);
});

test('an npm package that is shared may exist only once', () => {
  const packages = names.filter((name) => !name.startsWith('@lectern/')).map((name) => name.replace('/jsx-runtime', ''));
  for (const name of packages) expect(singleCopyPackages).toContain(name);
  for (const { packages = [] } of sharedModuleList) expect(singleCopyPackages).toEqual(expect.arrayContaining([...packages]));
  expect(singleCopyFolders).toEqual(['platform']);
});

test('the modules that load at first use are those that remotes keep out of their entries', () => {
  expect(sharedAtFirstUse).toEqual(['@lectern/contracts/schema', '@lectern/ui/primitives']);
  expect(sharedAtFirstUse).toEqual(sharedModuleList.filter(({ loads }) => loads === 'at-first-use').map(({ name }) => name));
});

describe('what the shell says it provides', () => {
  const provided = Object.fromEntries(names.map((name) => [name, [`of ${name}`]]));

  test('is every module of the manifest, under its former names, too', () => {
    expect(withFormerNames(provided)).toEqual({ ...provided, '@tanstack/react-query': ['of @lectern/platform/query'] });
  });

  test.each(names)('fails the build without %s', (name) => {
    const { [name]: _, ...rest } = provided;
    expect(() => withFormerNames(rest)).toThrow(`Missing: ${name};`);
  });

  test('fails the build with a module that the manifest does not list', () => {
    expect(() => withFormerNames({ ...provided, 'left-pad': ['*'] })).toThrow('not listed: left-pad.');
  });
});
