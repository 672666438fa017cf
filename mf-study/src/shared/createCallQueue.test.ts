import { createCallQueue } from './createCallQueue';

const settled = async (): Promise<void> => {
  for (let round = 0; round < 50; round += 1) await Promise.resolve();
};

test('makes one call after the other, and then what comes when it is idle', async () => {
  const log: string[] = [];
  const queue = createCallQueue(async () => void log.push('idle'));
  for (const name of ['a', 'b'])
    queue.add(name, async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    });
  expect(queue.getState().waiting).toBe(2);
  await settled();
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'idle']);
  expect(queue.getState()).toEqual({ waiting: 0, error: undefined });
});

test('stops at a failure; more calls wait, a retry goes on, and a call that is left out is named', async () => {
  const log: string[] = [];
  const failure = new Error('lost');
  const failures = [failure, failure];
  const queue = createCallQueue();
  const states: number[] = [];
  const stop = queue.subscribe(() => states.push(queue.getState().waiting));
  const send = (name: string) => async (): Promise<void> => {
    const error = failures.shift();
    if (error) throw error;
    log.push(name);
    await Promise.resolve();
  };
  queue.add('a', send('a'));
  await settled();
  queue.add('b', send('b'));
  await settled();
  expect(queue.getState()).toEqual({ waiting: 2, error: failure });
  queue.retry();
  await settled();
  expect(queue.getState().error).toBe(failure);
  expect(queue.leaveOut()).toBe('a');
  await settled();
  expect(log).toEqual(['b']);
  expect(states.at(-1)).toBe(0);
  stop();
});
