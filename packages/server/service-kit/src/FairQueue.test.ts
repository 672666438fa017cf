import { FairQueue } from './FairQueue.ts';
import { createMetrics } from './metrics.ts';
import { readMetrics } from './testing/readMetrics.ts';

const make = (change: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) => {
  const metrics = createMetrics({ part: 'library' });
  const queue = new FairQueue({ slots: 2, largeSlots: 2, waitingMax: 20, perOwnerMax: 15, name: 'content', metrics, ...change });
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  /** Adds a task that runs until the test ends it by its name. */
  const add = (owner: string, name: string, isLarge = false) =>
    queue.run(owner, isLarge, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string, failure?: Error) => {
    await settle();
    ends.get(name)?.(failure);
    await settle();
  };
  return { queue, metrics, begun, add, end };
};

it('runs one task in each slot, and starts the next when one ends or fails', async () => {
  const { add, begun, end } = make();
  const [first, second, third] = [add('a', '1'), add('a', '2'), add('a', '3'), add('a', '4')];
  await end('nothing');
  expect(begun).toEqual(['1', '2']);
  await end('1');
  expect([await first, begun]).toEqual(['1', ['1', '2', '3']]);
  const failed = expect(second).rejects.toThrow('no');
  await end('2', new Error('no'));
  await failed;
  expect(begun).toEqual(['1', '2', '3', '4']);
  await end('3');
  expect(await third).toBe('3');
});

it('gives a new owner the next turn, however many tasks of others wait', async () => {
  const { add, begun, end } = make();
  for (let each = 1; each <= 12; each += 1) void add('many', `m${each}`);
  void add('stranger', 's1');
  await end('m1');
  expect(begun).toEqual(['m1', 'm2', 's1']);
});

it('round-robin: the owner whose latest turn is the longest ago comes next', async () => {
  const { add, begun, end } = make({ slots: 1, largeSlots: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name.charAt(0), name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('accepts small tasks, however many large ones wait, and limits them separately', async () => {
  const { add, begun } = make({ slots: 3, largeSlots: 2, waitingMax: 4 });
  for (const owner of ['a', 'b', 'c', 'd', 'e', 'f']) void add(owner, `large ${owner}`, true);
  await expect(add('g', 'large g', true)).rejects.toMatchObject({ code: 'unavailable' });
  void add('h', 'small h');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['large a', 'large b', 'small h']);
  for (const owner of ['i', 'j', 'k', 'l']) void add(owner, `small ${owner}`);
  await expect(add('m', 'small m')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
});

it('keeps a slot for small tasks', async () => {
  const { add, begun, end } = make({ slots: 3, largeSlots: 2 });
  for (const owner of ['a', 'b', 'c']) void add(owner, `large ${owner}`, true);
  void add('d', 'small 1');
  void add('e', 'small 2');
  await end('nothing');
  expect(begun).toEqual(['large a', 'large b', 'small 1']);
  await end('small 1');
  expect(begun.at(-1)).toBe('small 2');
  await end('large a');
  expect(begun.at(-1)).toBe('large c');
});

it('does not delay the small task of an owner whose large task waits', async () => {
  const { add, begun, end } = make({ slots: 2, largeSlots: 1 });
  void add('a', 'large 1', true);
  void add('a', 'large 2', true);
  void add('a', 'small');
  await end('nothing');
  expect(begun).toEqual(['large 1', 'small']);
});

it('refuses too many tasks of one owner and of all, and accepts further ones when a task has ended', async () => {
  const { add, end, metrics } = make({ waitingMax: 4, perOwnerMax: 3 });
  for (const name of ['1', '2', '3']) void add('a', name);
  await expect(add('a', '4')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  for (const owner of ['b', 'c', 'd']) void add(owner, owner);
  await expect(add('e', 'e')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
  await end('1');
  void add('a', '5');
  await end('nothing');
  const read = readMetrics((await metrics.text()).body);
  expect(read.valueOf('lectern_content_waiting', {})).toBe(4);
  expect(['owner', 'all'].map((limit) => read.valueOf('lectern_content_refused_total', { limit }))).toEqual([1, 1]);
});
