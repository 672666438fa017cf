import type { RegisteredRemote } from '../PageData';
import { loadEntry } from './loadEntry';

const entry = 'http://one.test/remoteEntry.js';
const remote = (integrity = 'sha384-abc') => ({ entry, integrity }) as RegisteredRemote;
const stop = jest.fn();
const load = jest.fn((_address: string, _done: (event?: { type: string }) => void) => stop);
const integrityOf: Record<string, string> = {};
Object.assign(globalThis, { __webpack_require__: { l: load, integrityOf } });
const answer = (type: string) => load.mock.calls[0]![1]({ type });

test('the script is loaded with the integrity value of the registry', async () => {
  const work = loadEntry(remote(), undefined);
  expect(load).toHaveBeenCalledWith(entry, expect.any(Function), entry, entry);
  expect(integrityOf[entry]).toBe('sha384-abc');
  answer('load');
  await expect(work).resolves.toBeUndefined();
});

test.each(['', 'sha256-abc', 'abc'])('nothing is loaded with the integrity value "%s"', async (value) => {
  await expect(loadEntry(remote(value), undefined)).rejects.toThrow(`${entry} has no integrity value.`);
  expect(load).not.toHaveBeenCalled();
});

test.each(['error', 'timeout'])('a script that ends with "%s" is an error', async (type) => {
  const work = loadEntry(remote(), undefined);
  answer(type);
  await expect(work).rejects.toThrow(`${entry} could not be loaded.`);
});

test('an aborted load is not waited for, and starts no further try', async () => {
  const controller = new AbortController();
  const work = loadEntry(remote(), controller.signal);
  controller.abort();
  await expect(work).rejects.toThrow(`${entry} is no longer wanted.`);
  expect(stop).toHaveBeenCalledTimes(1);
});
