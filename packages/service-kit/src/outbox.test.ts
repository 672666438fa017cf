import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { silentLog } from './log.ts';
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
});
