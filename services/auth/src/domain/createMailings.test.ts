import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { mailingsCollection } from '../store.ts';
import { createMailings } from './createMailings.ts';

const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const mailings = createMailings(memoryStore([mailingsCollection]), () => time.now, true);
  const pass = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  return { mailings, pass };
};
const minute = 60_000;

describe('mails to an address', () => {
  it('are limited to one a minute; further ones send nothing', async () => {
    const { mailings, pass } = make();
    const results = await Promise.all(Array.from({ length: 8 }, () => mailings.take('verify', 'a@x.example')));
    expect(results.filter(Boolean)).toHaveLength(1);
    pass(minute - 1);
    expect(await mailings.take('verify', 'a@x.example')).toBe(false);
    pass(1);
    expect(await mailings.take('verify', 'a@x.example')).toBe(true);
  });

  it('are limited to five an hour of each kind, then refused until the first is an hour old', async () => {
    const { mailings, pass } = make();
    for (let round = 0; round < 5; round++) {
      expect(await mailings.take('reset', 'a@x.example')).toBe(true);
      pass(minute);
    }
    await expect(mailings.take('reset', 'a@x.example')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 55 * 60 });
    expect(await mailings.take('verify', 'a@x.example')).toBe(true);
    expect(await mailings.take('reset', 'b@x.example')).toBe(true);
    pass(55 * minute);
    expect(await mailings.take('reset', 'a@x.example')).toBe(true);
  });

  it('are one for fifty concurrent requests in two processes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-mailings-'));
    const stores = [0, 1].map(() => openEmbeddedStore({ file: join(folder, 'auth.sqlite'), collections: [mailingsCollection] }));
    const processes = stores.map((store) => createMailings(store, () => new Date('2026-03-05T10:00:00Z'), true));
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => processes[index % 2]?.take('reset', 'a@x.example')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('for registrations have no limit by the minute, but by the hour', async () => {
    const { mailings } = make();
    for (let round = 0; round < 5; round++) expect(await mailings.take('verify', 'a@x.example', { exemptFromMinute: true })).toBe(true);
    await expect(mailings.take('verify', 'a@x.example', { exemptFromMinute: true })).rejects.toMatchObject({ code: 'rate_limited' });
    // Within the minute a resend still answers the same, and sends nothing.
    expect(await mailings.take('verify', 'a@x.example')).toBe(false);
  });
});
