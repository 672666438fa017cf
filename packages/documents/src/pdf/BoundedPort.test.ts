import { BoundedPort } from './BoundedPort.ts';

const sent = (port: BoundedPort, message: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    port.addEventListener('message', (event) => resolve((event as MessageEvent).data), { once: true });
    port.postMessage(message);
  });

it('sends a copy of a message', async () => {
  const message = { action: 'GetPage', data: [1, { bytes: new Uint8Array(3) }] };
  const received = await sent(new BoundedPort(10), message);
  expect(received).toEqual(message);
  expect(received).not.toBe(message);
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

it('refuses a message that holds itself', () => {
  const message: unknown[] = [];
  message.push(message);
  expect(() => new BoundedPort(10).postMessage(message)).toThrow(RangeError);
});

it('counts the bytes of a typed array as one value', async () => {
  expect(await sent(new BoundedPort(10), new Uint8Array(1_000))).toHaveLength(1_000);
});
