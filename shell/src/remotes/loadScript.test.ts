import { loadScript } from './loadScript';
import { retryEvent } from './retryEvent';

const integrity = 'sha384-abc';
const scripts = () => [...document.head.querySelectorAll('script')];
const addresses = () => scripts().map(({ src }) => src);
/** The outcome so far: 'waiting', 'loaded' or what the error says. */
const outcomeOf = (work: Promise<void>) => {
  const seen = { outcome: 'waiting' };
  work.then(
    () => (seen.outcome = 'loaded'),
    (error: unknown) => (seen.outcome = (error as Error).message),
  );
  return seen;
};
const answer = async (script: HTMLScriptElement | undefined, event: 'load' | 'error') => {
  script!.dispatchEvent(new Event(event));
  await jest.advanceTimersByTimeAsync(0);
};
const wait = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
// The module keeps failed addresses, so each test has an address of its own.
let count = 0;
let entry = '';
let fallback = '';

beforeEach(() => {
  jest.useFakeTimers();
  count += 1;
  entry = `http://one.test/${String(count)}.js`;
  fallback = `http://two.test/${String(count)}.js`;
  document.head.innerHTML = '';
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.setAttribute('property', 'csp-nonce');
  meta.nonce = 'n1';
});
afterEach(() => {
  jest.useRealTimers();
});

test('the script carries integrity, nonce and CORS', async () => {
  const seen = outcomeOf(loadScript([entry, fallback], integrity));
  const [script] = scripts();
  expect(script).toMatchObject({ src: entry, integrity, nonce: 'n1', crossOrigin: 'anonymous' });
  expect(seen.outcome).toBe('waiting');
  await answer(script, 'load');
  expect(seen.outcome).toBe('loaded');
  await wait(60_000);
  expect(addresses()).toEqual([entry]);
});

test.each(['', 'sha256-abc', 'abc'])('nothing is loaded with the integrity value "%s"', async (value) => {
  await expect(loadScript([entry, fallback], value)).rejects.toThrow(`${entry} has no integrity value.`);
  expect(scripts()).toHaveLength(0);
});

test('after an error the next try has another address, the last one is the fallback; then it gives up', async () => {
  const seen = outcomeOf(loadScript([entry, fallback], integrity));
  await answer(scripts()[0], 'error');
  expect(scripts()).toHaveLength(0);
  await wait(200);
  expect(addresses()).toEqual([`${entry}?retry=1`]);
  await answer(scripts()[0], 'error');
  await wait(399);
  expect(scripts()).toHaveLength(0);
  await wait(1);
  expect(addresses()).toEqual([fallback]);
  expect(seen.outcome).toBe('waiting');
  await answer(scripts()[0], 'error');
  expect(seen.outcome).toBe(`${fallback} could not be loaded.`);
  await wait(60_000);
  expect(scripts()).toHaveLength(0);
});

test('a try without an answer goes on while others start; the first to succeed counts', async () => {
  const seen = outcomeOf(loadScript([entry, fallback], integrity));
  await wait(1_499);
  expect(addresses()).toEqual([entry]);
  await wait(1);
  expect(addresses()).toEqual([entry, `${entry}?retry=1`]);
  await wait(1_500);
  expect(addresses()).toEqual([entry, `${entry}?retry=1`, fallback]);
  await answer(scripts()[0], 'load');
  expect(seen.outcome).toBe('loaded');
});

test('gives up after 120 s without an answer, and the next load continues with new addresses', async () => {
  const seen = outcomeOf(loadScript([entry, entry], integrity));
  await wait(119_999);
  expect(seen.outcome).toBe('waiting');
  await wait(1);
  expect(seen.outcome).toBe(`${entry} did not answer within 120 s.`);
  expect(addresses()).toEqual([entry, `${entry}?retry=1`, `${entry}?retry=2`]);
  document.head.querySelectorAll('script').forEach((script) => {
    script.remove();
  });
  const next = outcomeOf(loadScript([entry, entry], integrity));
  expect(addresses()).toEqual([`${entry}?retry=3`]);
  await answer(scripts()[0], 'load');
  expect(next.outcome).toBe('loaded');
  // After a success the plain address is used again.
  const controller = new AbortController();
  outcomeOf(loadScript([entry, entry], integrity, controller.signal));
  expect(addresses().at(-1)).toBe(entry);
  controller.abort();
});

test('the visitor’s own try starts, however many there were', async () => {
  const seen = outcomeOf(loadScript([entry, entry], integrity));
  await wait(10_000);
  expect(addresses()).toHaveLength(3);
  dispatchEvent(new Event(retryEvent));
  dispatchEvent(new Event(retryEvent));
  expect(addresses()).toEqual([entry, ...[1, 2, 3, 4].map((count) => `${entry}?retry=${String(count)}`)]);
  await answer(scripts()[3], 'load');
  expect(seen.outcome).toBe('loaded');
  dispatchEvent(new Event(retryEvent));
  expect(addresses()).toHaveLength(5);
});

test('an aborted load is not waited for', async () => {
  const controller = new AbortController();
  const seen = outcomeOf(loadScript([entry, fallback], integrity, controller.signal));
  controller.abort();
  await wait(0);
  expect(seen.outcome).toBe(`${entry} is no longer wanted.`);
  await wait(60_000);
  expect(addresses()).toEqual([entry]);
});

test('an error of a slow try after another one succeeded starts no further try', async () => {
  const seen = outcomeOf(loadScript([entry, fallback], integrity));
  await wait(1_500);
  const [slow, quick] = scripts();
  await answer(quick, 'load');
  expect(seen.outcome).toBe('loaded');
  await answer(slow, 'error');
  await wait(60_000);
  expect(addresses()).toEqual([`${entry}?retry=1`]);
});
