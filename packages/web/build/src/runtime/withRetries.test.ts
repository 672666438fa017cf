/** @jest-environment jsdom */
import { withRetries } from './withRetries.js';

type Ended = (event?: { type: string }) => void;

let scripts: { address: string; end: Ended }[];
let load: ReturnType<typeof withRetries>;
let started: { stop: () => void }[];
const addresses = () => scripts.map(({ address }) => address);
const answer = (script: { end: Ended } | undefined, type: 'load' | 'error') => script!.end({ type });
const wait = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
/** The outcome so far. */
const start = (address = '/a.js') => {
  const seen = { outcome: 'waiting', stop: () => undefined as void };
  started.push(seen);
  seen.stop = load(address, (event) => (seen.outcome = event?.type ?? 'none'), 'key', 'chunk');
  return seen;
};

beforeEach(() => {
  jest.useFakeTimers();
  scripts = [];
  started = [];
  load = withRetries((address, end) => void scripts.push({ address, end }));
});
afterEach(() => {
  for (const { stop } of started) stop();
  jest.useRealTimers();
});

test('a script that loads is loaded once', async () => {
  const seen = start();
  expect(seen.outcome).toBe('waiting');
  answer(scripts[0], 'load');
  expect(seen.outcome).toBe('load');
  await wait(60_000);
  expect(addresses()).toEqual(['/a.js']);
});

test('after an error the next try has another address; then it gives up', async () => {
  const seen = start();
  answer(scripts[0], 'error');
  await wait(249);
  expect(addresses()).toEqual(['/a.js']);
  await wait(1);
  expect(addresses()).toEqual(['/a.js', '/a.js?retry=1']);
  answer(scripts[1], 'error');
  await wait(500);
  expect(addresses()).toEqual(['/a.js', '/a.js?retry=1', '/a.js?retry=2']);
  expect(seen.outcome).toBe('waiting');
  answer(scripts[2], 'error');
  expect(seen.outcome).toBe('error');
  await wait(60_000);
  expect(scripts).toHaveLength(3);
});

test('a try without an answer goes on while others start; the first to succeed counts', async () => {
  const seen = start();
  await wait(1_499);
  expect(addresses()).toEqual(['/a.js']);
  await wait(1);
  expect(addresses()).toEqual(['/a.js', '/a.js?retry=1']);
  await wait(4_500);
  expect(addresses()).toEqual(['/a.js', '/a.js?retry=1', '/a.js?retry=2']);
  answer(scripts[0], 'load');
  expect(seen.outcome).toBe('load');
});

test('the next load of an address that failed continues with new addresses, until one succeeds', async () => {
  start();
  await wait(10_000);
  scripts.forEach((script) => answer(script, 'error'));
  const next = start();
  expect(addresses().at(-1)).toBe('/a.js?retry=3');
  answer(scripts.at(-1), 'load');
  expect(next.outcome).toBe('load');
  start();
  expect(addresses().at(-1)).toBe('/a.js');
});

test('the visitor’s own try starts, however many there were', async () => {
  const seen = start();
  await wait(10_000);
  expect(scripts).toHaveLength(3);
  dispatchEvent(new Event('lectern:retry'));
  dispatchEvent(new Event('lectern:retry'));
  expect(addresses()).toEqual(['/a.js', ...[1, 2, 3, 4].map((count) => `/a.js?retry=${String(count)}`)]);
  answer(scripts[3], 'load');
  expect(seen.outcome).toBe('load');
  dispatchEvent(new Event('lectern:retry'));
  expect(scripts).toHaveLength(5);
});

test('a stopped load starts no further try and reports nothing', async () => {
  const seen = start();
  seen.stop();
  answer(scripts[0], 'error');
  await wait(60_000);
  expect([addresses(), seen.outcome]).toEqual([['/a.js'], 'waiting']);
});

test('an error of a slow try after another one succeeded starts no further try', async () => {
  const seen = start();
  await wait(1_500);
  answer(scripts[1], 'load');
  expect(seen.outcome).toBe('load');
  answer(scripts[0], 'error');
  await wait(60_000);
  expect(scripts).toHaveLength(2);
});

test('retries of many scripts that hang leave two connections free', async () => {
  for (const address of ['/a.js', '/b.js', '/c.js']) start(address);
  await wait(60_000);
  expect(scripts).toHaveLength(4);
});
