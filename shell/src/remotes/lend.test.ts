import { lend } from './lend';

type Lent = { version: string; shareConfig: object; lib?: () => object; get?: () => Promise<() => object> };

test('lends what the build asks for, under the version that it names', () => {
  const lent = lend({ react: '19.2.0', '@lectern/platform': '0.0.0' });
  expect(Object.keys(lent)).toEqual(['react', '@lectern/platform']);
  expect(lent['react']).toMatchObject({ version: '19.2.0', shareConfig: { singleton: true } });
  expect(() => lend({ 'left-pad': '1.0.0' })).toThrow('The shell does not lend left-pad.');
});

test.each(['react', 'react/jsx-runtime', 'jotai', '@lectern/platform', '@lectern/contracts/schema', '@lectern/ui/primitives'])(
  '%s: what is lent is the module that the shell itself uses',
  async (name) => {
    const { lib, get } = lend({ [name]: '1.0.0' })[name] as Lent;
    const lent = (lib ?? (await get?.()))?.() as Record<string, unknown>;
    const own = (await import(name)) as Record<string, unknown>;
    const names = Object.keys(own).filter((each) => each !== 'default');
    expect(names.length).toBeGreaterThan(0);
    for (const each of names) expect(lent[each]).toBe(own[each]);
  },
);
