import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { currentRequest, inRequest } from './requestContext.ts';
import { readMetrics } from './testing/readMetrics.ts';
import { createOutbox, outboxFields, outboxIndex, outboxOf, type OutboxEntry } from './outbox.ts';

const things = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), ...outboxFields }), indexes: { ...outboxIndex } });
const at = new Date('2026-03-05T10:00:00Z');
const entry = (id: string, to: string): OutboxEntry => ({ _id: id, kind: 'event', to, payload: '{}' });

describe('outbox', () => {
  it('delivers each entry once, in order for a receiver, and tells when a document is through', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library'), entry('e2', 'library'), entry('e3', 'study')], at) });
    const delivered: string[] = [];
    const emptied: string[] = [];
    const outbox = createOutbox({
      collection: collection as never,
      deliver: async (each) => void delivered.push(each._id),
      emptied: async ({ _id }) => void emptied.push(_id),
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => at,
    });
    outbox.kick();
    await outbox.idle();
    outbox.kick();
    await outbox.stop();
    expect(delivered.filter((id) => id !== 'e3')).toEqual(['e1', 'e2']);
    expect(delivered).toHaveLength(3);
    expect(emptied).toEqual(['t1']);
    expect(await collection.get('t1')).toMatchObject({ outbox: [], outboxCount: 0 });
  });

  it('holds up only the receiver that is down, and tries it again later', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library'), entry('e2', 'study')], at) });
    let now = at;
    let isLibraryUp = false;
    const delivered: string[] = [];
    const outbox = createOutbox({
      collection: collection as never,
      deliver: async (each) => {
        if (each.to === 'library' && !isLibraryUp) throw new Error('down');
        delivered.push(each._id);
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => now,
    });
    outbox.kick();
    await outbox.idle();
    expect(delivered).toEqual(['e2']);
    isLibraryUp = true;
    now = new Date(at.getTime() + 60_000);
    outbox.kick();
    await outbox.idle();
    await outbox.stop();
    expect(delivered).toEqual(['e2', 'e1']);
  });

  it('does again what a crash cut off after the last entry, and settles what another process has emptied', async () => {
    const collection = memoryStore([things]).collection(things);
    await collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library')], at) });
    await collection.insert({ _id: 't2', ...outboxOf([], at), outboxSince: at.toISOString() });
    let now = at;
    const emptied: string[] = [];
    const outbox = createOutbox({
      collection: collection as never,
      deliver: async () => undefined,
      emptied: async ({ _id }) => {
        emptied.push(_id);
        if (_id === 't1' && emptied.filter((id) => id === 't1').length === 1) throw new Error('crashed');
      },
      metrics: createMetrics({ part: 'test' }),
      log: silentLog,
      clock: () => now,
    });
    outbox.kick();
    await outbox.idle();
    expect(await collection.get('t1')).toMatchObject({ outboxCount: 0, outboxSince: at.toISOString() });
    now = new Date(at.getTime() + 60_000);
    outbox.kick();
    await outbox.idle();
    outbox.kick();
    await outbox.stop();
    expect(emptied.sort()).toEqual(['t1', 't1', 't2']);
    for (const id of ['t1', 't2']) expect(await collection.get(id)).not.toHaveProperty('outboxSince');
  });

  it('delivers under the id of the request that caused an entry, whoever set it going, and counts what comes of it', async () => {
    const collection = memoryStore([things]).collection(things);
    const metrics = createMetrics({ part: 'test' });
    await inRequest({ requestId: 'the-cause' }, () => collection.insert({ _id: 't1', ...outboxOf([entry('e1', 'library')], at) }));
    await collection.insert({ _id: 't2', ...outboxOf([{ ...entry('e2', 'study'), kind: 'mail' }], new Date(at.getTime() - 90_000)) });
    const ids: Record<string, string | undefined> = {};
    const outbox = createOutbox({
      collection: collection as never,
      deliver: async (each) => {
        ids[each._id] = currentRequest()?.requestId;
        if (each.kind === 'mail') throw new Error('The mail server is down.');
      },
      metrics,
      log: silentLog,
      clock: () => at,
    });
    inRequest({ requestId: 'somebody-else' }, () => outbox.kick());
    await outbox.idle();
    await outbox.stop();
    expect(ids).toEqual({ e1: 'the-cause', e2: 'e2' });
    const read = readMetrics((await metrics.text()).body);
    expect(read.valueOf('lectern_outbox_entries', { outbox: 'things' })).toBe(2);
    expect(read.valueOf('lectern_outbox_oldest_seconds', { outbox: 'things' })).toBe(90);
    expect(read.valueOf('lectern_outbox_deliveries_total', { outbox: 'things', kind: 'event', result: 'delivered' })).toBe(1);
    expect(read.valueOf('lectern_outbox_deliveries_total', { outbox: 'things', kind: 'mail', result: 'failed' })).toBe(1);
  });
});
