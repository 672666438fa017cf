import { createTaskThreads } from './createTaskThreads.ts';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type * as someTasks from './testing/someTasks.ts';

const open = (patienceMs = 30_000) =>
  createTaskThreads<typeof someTasks>({
    entry: new URL('testing/someTasks.ts', `file://${__dirname}/`),
    name: 'tasks',
    patienceMs,
    metrics: createMetrics({ part: 'library' }),
    log: silentLog,
  });

it('runs the functions of a module, and passes their errors on', async () => {
  const threads = open();
  expect(await threads.run('u1', 'double', 21)).toBe(42);
  await expect(threads.run('u1', 'fail', undefined as never)).rejects.toThrow('No.');
  await threads.close();
});

it('ends a task that takes too long, and the next ones run', async () => {
  const threads = open(1_000);
  await expect(threads.run('u1', 'neverEnd', undefined as never)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await threads.run('u1', 'double', 1)).toBe(2);
  await threads.close();
});

it('ends a task that takes too much memory, and the next ones run', async () => {
  const threads = open();
  await expect(threads.run('u1', 'fillMemory', undefined as never)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await threads.run('u1', 'double', 1)).toBe(2);
  await threads.close();
});

it('gives each learner a few places', async () => {
  const threads = open();
  const asked = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => threads.run('u1', 'double', index)));
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(asked.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
  await threads.close();
});
