import { sharedModuleList } from '@lectern/contracts/shared-modules';
import { createSharedModules } from './createSharedModules';

type SharedModule = { version: string; shareConfig: object; lib?: () => object; get?: () => Promise<() => object> };

test('provides the modules of the build’s list, with its versions', () => {
  const shared = createSharedModules({ react: '19.2.0', '@lectern/platform': '0.0.0' });
  expect(Object.keys(shared)).toEqual(['react', '@lectern/platform']);
  expect(shared['react']).toMatchObject({ version: '19.2.0', shareConfig: { singleton: true } });
  expect(() => createSharedModules({ 'left-pad': '1.0.0' })).toThrow('The shell does not share left-pad.');
});

test.each(['react', 'react/jsx-runtime', 'jotai', '@lectern/platform', '@lectern/contracts/schema', '@lectern/ui/primitives'])(
  '%s: what is shared is the module that the shell itself uses',
  async (name) => {
    const { lib, get } = createSharedModules({ [name]: '1.0.0' })[name] as SharedModule;
    const shared = (lib ?? (await get?.()))?.() as Record<string, unknown>;
    const own = (await import(name)) as Record<string, unknown>;
    const names = Object.keys(own).filter((each) => each !== 'default');
    expect(names.length).toBeGreaterThan(0);
    for (const each of names) expect(shared[each]).toBe(own[each]);
  },
);

test.each(sharedModuleList)('$name: the manifest says when it loads and which names it has', async ({ name, loads, names }) => {
  const { lib, get } = createSharedModules({ [name]: '1.0.0' })[name] as SharedModule;
  expect(lib ? 'at-start' : 'at-first-use').toBe(loads);
  const shared = (lib ?? (await get?.()))?.() ?? {};
  if (names) expect(Object.keys(shared)).toEqual(names);
});

test.each(sharedModuleList.flatMap(({ name, formerNames = {} }) => Object.keys(formerNames).map((former) => [former, name])))(
  '%s: remotes of older contracts get %s',
  (former, name) => {
    const shared = createSharedModules({ [former]: '1.0.0', [name]: '1.0.0' }) as Record<string, SharedModule>;
    expect(shared[former]?.lib?.()).toBe(shared[name]?.lib?.());
  },
);
