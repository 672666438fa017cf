import type { ReviewSettingsDocument } from '../reviews/reviewCollections.ts';
import { createReminderLoop } from './createReminderLoop.ts';

const learnerOf = (_id: string) => ({ _id }) as ReviewSettingsDocument;

/** A loop over learners whose reminders are due at the same time. Those whose id begins with `bad` cannot be reminded. */
const setUp = (ids: readonly string[]) => {
  const due = new Set(ids);
  const state = { now: 0, reads: 0, tries: new Map<string, number>(), atOnce: 0, most: 0, logged: [] as unknown[] };
  const loop = createReminderLoop({
    listToRemind: async (limit) => {
      state.reads += 1;
      return [...due].slice(0, limit).map(learnerOf);
    },
    remind: async ({ _id }) => {
      state.tries.set(_id, (state.tries.get(_id) ?? 0) + 1);
      state.most = Math.max(state.most, (state.atOnce += 1));
      await new Promise(setImmediate);
      state.atOnce -= 1;
      if (_id.startsWith('bad')) throw new Error('The disk is full.');
      due.delete(_id);
    },
    send: () => undefined,
    log: (...line) => void state.logged.push(line),
    monotonic: () => state.now,
  });
  const poll = async (): Promise<void> => {
    loop.flush();
    await loop.idle();
  };
  return { state, due, loop, poll };
};
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it('a reminder that fails is tried again after a pause that grows, and logged once in ten times', async () => {
  const { state, loop, poll } = setUp(['bad']);
  await poll();
  await poll();
  expect(state.tries.get('bad')).toBe(1);
  expect(state.reads).toBeLessThan(6);
  for (const [seconds, tries] of [
    [1, 2],
    [2, 2],
    [3, 3],
    [600, 4],
  ] as const) {
    state.now = seconds * 1000;
    await poll();
    expect(state.tries.get('bad')).toBe(tries);
  }
  expect(state.logged).toHaveLength(1);
  await loop.stop();
});

it('reminders that fail keep no others waiting, however many they are', async () => {
  const { state, due, loop, poll } = setUp([...many(150, 'bad'), ...many(70, 'good')]);
  await poll();
  expect([...due].filter((id) => id.startsWith('good'))).toEqual([]);
  expect(Math.max(...state.tries.values())).toBe(1);
  expect(state.most).toBeLessThanOrEqual(20);
  await loop.stop();
});
