import { virtualClock } from '@lectern/test-servers';
import { createContentMetrics } from './contentMetrics.ts';
import { createGenerations, modelNotices } from './createGenerations.ts';
import { DomainError } from './DomainError.ts';
import type { GenerationTask, ModelTaskOptions } from './GenerationTask.ts';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';

interface Items {
  items: string[];
}
const itemsOf = (count: number): Items => ({ items: Array.from({ length: count }, (_, index) => `item ${index + 1}`) });

/** Generations with a model that does as the test says, in virtual time. */
const setUp = (byModel: (options: ModelTaskOptions<Items>) => Promise<Items>, { spent = false, maxCalls = 1 } = {}) => {
  const clock = virtualClock();
  const metrics = createMetrics({ part: 'study' });
  const spending: number[] = [];
  const failures: string[] = [];
  const generations = createGenerations({
    workers: { generatedBy: 'openai:m', slots: 2, largeSlots: 1, modelSlots: 2 },
    failureOf: () => undefined,
    metrics,
    contentMetrics: createContentMetrics(metrics),
    log: silentLog,
    model: {
      maxCalls,
      answerMs: 150_000,
      budget: { isSpent: async () => spent, spend: async (_userId, tokens) => void spending.push(tokens) },
      health: { failed: (code) => void failures.push(code), succeeded: () => undefined, degraded: () => undefined },
    },
    now: clock.now,
    sleep: clock.sleep,
  });
  const task = (more: Partial<GenerationTask<Items>> = {}): GenerationTask<Items> => ({
    userId: 'ada',
    key: 'key',
    isLarge: false,
    embedded: async () => itemsOf(5),
    byModel,
    isEnough: ({ items }) => items.length >= 3,
    countedOf: () => ({ engines: [], refusals: {} }),
    ...more,
  });
  return { clock, generations, task, spending, failures };
};

/** A model that makes one item every `everyMs` milliseconds. After the deadline it reports all items so far, with each new one. */
const slowModel =
  (clock: () => ReturnType<typeof virtualClock>, everyMs: number, all: number) =>
  async ({ answerInMs, onNews, signal, turn }: ModelTaskOptions<Items>): Promise<Items> => {
    const { now, sleep } = clock();
    const endTurn = await turn();
    const dueAt = now() + answerInMs;
    let made = 0;
    const tell = (): void => {
      onNews({ kind: 'progress', made, asked: all });
      if (now() >= dueAt) onNews({ kind: 'so-far', result: itemsOf(made) });
    };
    void sleep(answerInMs, signal).then(tell, () => undefined);
    while (made < all) {
      await sleep(everyMs, signal);
      made += 1;
      tell();
    }
    endTurn();
    return itemsOf(all);
  };
const slow = (everyMs: number, all = 10) => {
  const made = setUp((options) => slowModel(() => made.clock, everyMs, all)(options));
  return made;
};

it('gives what the model made, where it is fast enough', async () => {
  const { clock, generations, task } = slow(1_000);
  const made = await clock.runUntil(generations.start('quiz', task()));
  expect(made).toMatchObject({ result: itemsOf(10), generatedBy: 'openai:m' });
  expect(made.notice ?? made.rest).toBeUndefined();
  expect(clock.now()).toBe(10_000);
});

it('answers at the deadline with what is there, and the rest follows until all is made', async () => {
  const { clock, generations, task } = slow(20_000);
  const started = generations.start('quiz', task());
  await clock.advance(60_000);
  expect(generations.progressOf('ada', 'key')).toEqual({ state: 'running', made: 3, asked: 10 });
  expect(generations.progressOf('bob', 'key')).toBeUndefined();
  const made = await clock.runUntil(started);
  expect(clock.now()).toBe(150_000);
  expect(made.result.items).toHaveLength(7);
  expect(generations.progressOf('ada', 'key')).toBeUndefined();

  const stored: [number, boolean][] = [];
  if (!made.rest) throw new Error('Nothing follows.');
  generations.follow(made.rest, {
    add: async ({ items }, isWhole) => {
      stored.push([items.length, isWhole]);
      return true;
    },
    beat: async () => true,
    stopped: async () => void stored.push([0, false]),
  });
  await clock.runUntil(generations.idle());
  expect(stored.at(-1)).toEqual([10, true]);
  expect(stored.slice(0, -1).every(([count, isWhole]) => count >= 7 && !isWhole)).toBe(true);
});

it.each([
  ['too little by the deadline', () => slow(100_000), modelNotices.slow],
  [
    'no answer',
    () => setUp(() => Promise.reject(new DomainError('unavailable', 'Down', { retryAfterSeconds: 1 }))),
    modelNotices.unavailable,
  ],
  ['rubbish', () => setUp(() => Promise.reject(new DomainError('too_little_material', 'Nothing passed'))), modelNotices.refused],
  ['no budget', () => setUp(() => Promise.reject(new Error('It was asked.')), { spent: true }), modelNotices.spent],
])('lets the embedded engine step in for %s, and says so', async (_, create, notice) => {
  const { clock, generations, task } = create();
  const made = await clock.runUntil(generations.start('quiz', task()));
  expect(made).toEqual({ result: itemsOf(5), generatedBy: 'offline', notice });
});

it('throws what is a fault of its own, and what neither engine can make', async () => {
  const { generations, task } = setUp(() => Promise.reject(new Error('A bug')));
  await expect(generations.start('quiz', task())).rejects.toThrow('A bug');
  const none = setUp(() => Promise.reject(new DomainError('bad_gateway', 'Rubbish', { retryAfterSeconds: 1 })));
  const embedded = () => Promise.reject(new DomainError('too_little_material', 'Too little'));
  await expect(none.generations.start('quiz', none.task({ embedded }))).rejects.toMatchObject({ code: 'too_little_material' });
});

it('ends what is gone or was stopped, and stores what the end of the service stops', async () => {
  for (const end of ['gone', 'service'] as const) {
    const { clock, generations, task } = slow(20_000);
    const { rest } = await clock.runUntil(generations.start('quiz', task()));
    let stopped = 0;
    let beats = 0;
    if (!rest) throw new Error('Nothing follows.');
    generations.follow(rest, {
      add: async () => true,
      beat: async () => {
        beats += 1;
        return end !== 'gone';
      },
      stopped: async () => void (stopped += 1),
    });
    if (end === 'gone') await clock.advance(41_000);
    else await generations.stop();
    await generations.idle();
    expect([beats > 0, stopped]).toEqual(end === 'gone' ? [true, 1] : [false, 1]);
  }
});

it('gives the turns of one server fairly among learners, also those of a task that ends early', async () => {
  const order: string[] = [];
  const { clock, generations, task } = setUp(async ({ turn, signal }) => {
    for (let call = 0; call < 3; call += 1) {
      const endTurn = await turn();
      order.push('turn');
      await clock.sleep(1_000, signal);
      endTurn();
    }
    return itemsOf(3);
  });
  await clock.runUntil(Promise.all(['ada', 'bob'].map((userId) => generations.start('quiz', task({ userId })))));
  expect(order).toHaveLength(6);
  expect(clock.now()).toBe(6_000);
});

it('counts tokens and failures as they are told', async () => {
  const { clock, generations, task, spending, failures } = setUp(async ({ onNews }) => {
    onNews({ kind: 'usage', tokens: 1_200 });
    onNews({ kind: 'call-failed', code: 'engine-unavailable', cause: '503' });
    return itemsOf(3);
  });
  await clock.runUntil(generations.start('quiz', task()));
  expect([spending, failures]).toEqual([[1_200], ['engine-unavailable']]);
});
