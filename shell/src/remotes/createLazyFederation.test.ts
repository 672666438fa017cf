import type { RegisteredRemote } from '../PageData';
import { createLazyFederation, ShellPartError } from './createLazyFederation';

const register = jest.fn();
let starts = 0;
let isBroken = false;
jest.mock('./createFederation', () => ({
  createFederation: () => {
    starts += 1;
    if (isBroken) throw new Error('Not now.');
    return { register, load: jest.fn() };
  },
}));

const remote = (version: string) => ({ id: 'mf-study', version }) as RegisteredRemote;
const hooks = { entryOf: jest.fn(), whenEntered: jest.fn() };

beforeEach(() => {
  starts = 0;
  isBroken = false;
  register.mockClear();
});

test('starts at its first use, once, with the versions of that moment', async () => {
  let current = [remote('v1')];
  const federation = createLazyFederation(() => current, hooks);
  federation.renew(remote('v2'));
  current = [remote('v2')];
  expect(starts).toBe(0);
  await Promise.all([federation.get(), federation.get()]);
  expect(starts).toBe(1);
  expect(register.mock.calls).toEqual([[[remote('v2')]]]);
});

test('a renewed version is known to a runtime that has started', async () => {
  const federation = createLazyFederation(() => [remote('v1')], hooks);
  await federation.get();
  federation.renew(remote('v2'));
  await federation.get();
  expect(register).toHaveBeenLastCalledWith([remote('v2')], true);
});

test('after a failure the next use tries again', async () => {
  const federation = createLazyFederation(() => [], hooks);
  isBroken = true;
  await expect(federation.get()).rejects.toThrow(ShellPartError);
  isBroken = false;
  await expect(federation.get()).resolves.toMatchObject({ register });
});
