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
