import { BoundedPort } from './BoundedPort.ts';

const sent = (port: BoundedPort, message: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => {
      resolve(data);
    });
    port.postMessage(message);
  });

it('sends a copy of a message', async () => {
  const message = { action: 'GetPage', data: [1, { bytes: new Uint8Array(3) }] };
  const received = await sent(new BoundedPort(10), message);
  expect(received).toEqual(message);
  expect(received).not.toBe(message);
});

it('sends nothing to a removed or aborted listener', async () => {
  const port = new BoundedPort(10);
  const [taken, aborted] = [jest.fn(), jest.fn()];
  const controller = new AbortController();
  port.addEventListener('message', taken);
  port.addEventListener('message', aborted, { signal: controller.signal });
  await sent(port, 'first');
  port.removeEventListener('message', taken);
  controller.abort();
  await sent(port, 'second');
  expect([taken.mock.calls, aborted.mock.calls]).toEqual([[[{ data: 'first' }]], [[{ data: 'first' }]]]);
});

it.each([
  ['a long list', Array.from({ length: 10 }, () => 0)],
  [
    'lists within each other',
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
        5,
      ],
      6,
    ],
  ],
  ['an object of many values', Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`a${String(index)}`, index]))],
])('refuses a message of too many values: %s', (_name, message) => {
  const port = new BoundedPort(10);
  expect(port.takeRefusal()).toBe(false);
  expect(() => port.postMessage(message)).toThrow(RangeError);
  expect([port.takeRefusal(), port.takeRefusal()]).toEqual([true, false]);
});

it('sends an error instead of an answer of too many values', async () => {
  const port = new BoundedPort(10);
  const answer = { sourceName: 'worker', callback: 1, callbackId: 7, data: Array.from({ length: 10 }, () => 0) };
  expect(await sent(port, answer)).toEqual({ sourceName: 'worker', callback: 2, callbackId: 7, reason: expect.any(RangeError) });
  expect(port.hasRefused).toBe(true);
});

it('refuses a message that holds itself', () => {
  const message: unknown[] = [];
  message.push(message);
  expect(() => new BoundedPort(10).postMessage(message)).toThrow(RangeError);
});

it('counts the bytes of a typed array as one value', async () => {
  expect(await sent(new BoundedPort(10), new Uint8Array(1_000))).toHaveLength(1_000);
});
