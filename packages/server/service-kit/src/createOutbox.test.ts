import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { currentRequest, inRequest } from './requestContext.ts';
import { readMetrics } from './testing/readMetrics.ts';
import { createOutbox } from './createOutbox.ts';
import { outboxFields, outboxIndex, outboxOf, type OutboxEntry } from './outboxEntries.ts';

const things = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), ...outboxFields }), indexes: { ...outboxIndex } });
const at = new Date('2026-03-05T10:00:00Z');
const entry = (id: string, to: string): OutboxEntry => ({ _id: id, kind: 'event', to, payload: '{}' });

describe('outbox', () => {
  it('delivers each entry once, in order for a receiver, and reports when a document is done', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library'), entry('e2', 'library'), entry('e3', 'study')], at) });
    const delivered: string[] = [];
    const emptied: string[] = [];
    const outbox = createOutbox({
      collection,
      deliver: async (each) => void delivered.push(each._id),
      emptied: async ({ _id }) => void emptied.push(_id),
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => at,
    });
    outbox.flush();
    await outbox.idle();
    outbox.flush();
    await outbox.stop();
    expect(delivered.filter((id) => id !== 'e3')).toEqual(['e1', 'e2']);
    expect(delivered).toHaveLength(3);
    expect(emptied).toEqual(['t1']);
    expect(await collection.get('t1')).toMatchObject({ outbox: [], outboxCount: 0 });
  });

  it('delays only entries for a receiver that is down, and retries them later', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library'), entry('e2', 'study')], at) });
    let now = 0;
    let isLibraryUp = false;
    const delivered: string[] = [];
    const outbox = createOutbox({
      collection,
      deliver: async (each) => {
        if (each.to === 'library' && !isLibraryUp) throw new Error('down');
        delivered.push(each._id);
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => at,
      monotonic: () => now,
    });
    outbox.flush();
    await outbox.idle();
    expect(delivered).toEqual(['e2']);
    isLibraryUp = true;
    now += 60_000;
    outbox.flush();
    await outbox.idle();
    await outbox.stop();
    expect(delivered).toEqual(['e2', 'e1']);
  });

  it('finds what can be delivered behind and among thousands of documents that wait for a receiver that is down', async () => {
    const collection = memoryStore([things]).collection(things);
    const waiting = 3_500;
    for (let index = 0; index < waiting; index += 1) {
      const id = String(index).padStart(5, '0');
      const to = index % 1_200 === 1_199 || index === waiting - 1 ? 'study' : 'library';
      // Several documents have the same time.
      await collection.insert({ _id: id, ...outboxOf([entry(id, to)], new Date(at.getTime() + Math.floor(index / 7))) });
    }
    const delivered: string[] = [];
    const outbox = createOutbox({
      collection,
      deliver: async (each) => {
        if (each.to === 'library') throw new Error('down');
        delivered.push(each._id);
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => at,
      monotonic: () => 0,
    });
    for (let poll = 0; poll < 4; poll += 1) {
      outbox.flush();
      await outbox.idle();
    }
    await outbox.stop();
    expect(delivered.sort()).toEqual(['01199', '02399', '03499']);
    expect(new Set(delivered).size).toBe(delivered.length);
  });

  it('repeats `emptied` when a crash interrupted it, and settles entries that another process has delivered', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library')], at) });
    await collection.insert({ _id: 't2', ...outboxOf([], at), outboxSince: at.toISOString() });
    let now = 0;
    const emptied: string[] = [];
    const outbox = createOutbox({
      collection,
      deliver: async () => undefined,
      emptied: async ({ _id }) => {
        emptied.push(_id);
        if (_id === 't1' && emptied.filter((id) => id === 't1').length === 1) throw new Error('crashed');
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => at,
      monotonic: () => now,
    });
    outbox.flush();
    await outbox.idle();
    expect(await collection.get('t1')).toMatchObject({ outboxCount: 0, outboxSince: at.toISOString() });
    now += 60_000;
    outbox.flush();
    await outbox.idle();
    outbox.flush();
    await outbox.stop();
    expect(emptied.sort()).toEqual(['t1', 't1', 't2']);
    for (const id of ['t1', 't2']) expect(await collection.get(id)).not.toHaveProperty('outboxSince');
  });

  it('delivers under the id of the causing request, and counts the outcome', async () => {
    const collection = memoryStore([things]).collection(things);
    const metrics = createMetrics({ part: 'test' });
    await inRequest({ requestId: 'the-cause' }, () => collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library')], at) }));
    await collection.insert({ _id: 't2', ...outboxOf([{ ...entry('e2', 'study'), kind: 'mail' }], new Date(at.getTime() - 90_000)) });
    const ids: Record<string, string | undefined> = {};
    const outbox = createOutbox({
      collection,
      deliver: async (each) => {
        ids[each._id] = currentRequest()?.requestId;
        if (each.kind === 'mail') throw new Error('The mail server is down.');
      },
      metrics,
      log: silentLog,
      clock: () => at,
    });
    inRequest({ requestId: 'somebody-else' }, () => outbox.flush());
    await outbox.idle();
    await outbox.stop();
    expect(ids).toEqual({ e1: 'the-cause', e2: 'e2' });
    const read = readMetrics((await metrics.text()).body);
    expect(read.valueOf('lectern_outbox_entries', { outbox: 'things' })).toBe(2);
    expect(read.valueOf('lectern_outbox_oldest_seconds', { outbox: 'things' })).toBe(90);
    expect(read.valueOf('lectern_outbox_deliveries_total', { outbox: 'things', kind: 'event', result: 'delivered' })).toBe(1);
    expect(read.valueOf('lectern_outbox_deliveries_total', { outbox: 'things', kind: 'mail', result: 'failed' })).toBe(1);
  });

  const hour = 3_600_000;
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };
  type Deliver = (entry: OutboxEntry) => Promise<void>;
  const make = () => {
    const collection = memoryStore([things]).collection(things);
    const time = { now: at, monotonic: 0 };
    const mood: { deliver: Deliver } = { deliver: async () => undefined };
    const tried: string[] = [];
    const outbox = createOutbox({
      collection,
      deliver: (each) => {
        tried.push(each._id);
        return mood.deliver(each);
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => time.now,
      monotonic: () => time.monotonic,
    });
    const round = async () => {
      outbox.flush();
      await outbox.idle();
    };
    const add = (id: string, entries: OutboxEntry[]) => collection.insert({ _id: id, ...outboxOf(entries, time.now) });
    return { collection, time, mood, tried, outbox, round, add };
  };
  const down: Deliver = async () => {
    throw new Error('down');
  };

  it('goes on when the clock is set back, and keeps its pauses when it is set forward', async () => {
    const { time, mood, tried, outbox, round, add, collection } = make();
    await add('t1', [entry('e1', 'library')]);
    time.now = new Date(at.getTime() - hour);
    mood.deliver = down;
    await round();
    expect(tried).toEqual(['e1']);
    time.now = new Date(at.getTime() + hour);
    await round();
    expect(tried).toEqual(['e1']);
    mood.deliver = async () => undefined;
    time.now = new Date(at.getTime() - hour);
    time.monotonic += 1_000;
    await round();
    expect(tried).toEqual(['e1', 'e1']);
    expect(await collection.get('t1')).not.toHaveProperty('outboxSince');
    await outbox.stop();
  });

  it('delivers to another receiver while 300 entries wait for one that is down', async () => {
    const { mood, tried, outbox, round, add } = make();
    for (let index = 0; index < 300; index++) await add(`t${1_000 + index}`, [entry(`e${index}`, 'library')]);
    await add('t2000', [entry('other', 'study')]);
    mood.deliver = (each) => (each.to === 'library' ? down(each) : Promise.resolve());
    await round();
    expect(tried).toContain('other');
    // Entries in a pause do not displace entries that were not tried yet.
    await round();
    expect(new Set(tried).size).toBe(301);
    expect(tried).toHaveLength(301);
    await outbox.stop();
  });

  it('delivers to another receiver while 300 entries are in flight to one that hangs', async () => {
    const { mood, tried, outbox, round, add } = make();
    for (let index = 0; index < 300; index++) await add(`t${1_000 + index}`, [entry(`e${index}`, 'library')]);
    const ends: (() => void)[] = [];
    mood.deliver = (each) => (each.to === 'library' ? new Promise((resolve) => ends.push(resolve)) : Promise.resolve());
    outbox.flush();
    await until(() => ends.length > 0);
    await add('t2000', [entry('other', 'study')]);
    outbox.flush();
    await until(() => tried.includes('other'));
    // No entry in flight is tried again, and the number in flight is limited.
    expect(ends).toHaveLength(200);
    mood.deliver = async () => undefined;
    for (const end of ends) end();
    await outbox.idle();
    await round();
    expect(tried).toHaveLength(301);
    await outbox.stop();
  });

  it('delivers entries that a document gets while it is in flight', async () => {
    const { collection, mood, tried, outbox, add } = make();
    await add('t1', [entry('e1', 'library')]);
    let end: () => void = () => undefined;
    mood.deliver = () => new Promise((resolve) => (end = resolve));
    outbox.flush();
    await until(() => tried.length === 1);
    mood.deliver = async () => undefined;
    await collection.update('t1', { append: { outbox: entry('e2', 'library') }, increment: { outboxCount: 1 } });
    outbox.flush();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(tried).toEqual(['e1']);
    end();
    await outbox.idle();
    expect(tried).toEqual(['e1', 'e2']);
    expect(await collection.get('t1')).toMatchObject({ outbox: [], outboxCount: 0 });
    await outbox.stop();
  });

  it('forgets the pause of an entry that another process has delivered', async () => {
    const { collection, mood, tried, outbox, round, add } = make();
    await add('t1', [entry('e1', 'library')]);
    mood.deliver = down;
    await round();
    await collection.update('t1', { remove: { outbox: { _id: 'e1' } }, increment: { outboxCount: -1 }, unset: ['outboxSince'] });
    await round();
    // The pause is observed by an entry with the same id: it is tried at once only if the pause was forgotten.
    await collection.delete('t1');
    await add('t1', [entry('e1', 'library')]);
    await round();
    expect(tried).toEqual(['e1', 'e1']);
    await outbox.stop();
  });

  it('stops in time although a receiver hangs, and leaves the entries to the next process', async () => {
    const { collection, mood, tried, outbox, add } = make();
    await add('t1', [entry('e1', 'library'), entry('e2', 'library')]);
    let end: () => void = () => undefined;
    mood.deliver = () => new Promise((resolve) => (end = resolve));
    outbox.flush();
    await until(() => tried.length === 1);
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
    let isStopped = false;
    const stopped = outbox.stop().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(1_499);
    expect(isStopped).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    await stopped;
    expect(await collection.get('t1')).toMatchObject({ outboxCount: 2 });
    end();
    await outbox.idle();
    expect(tried).toEqual(['e1']);
  });
});
