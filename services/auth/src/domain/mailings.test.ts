import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@lectern/document-store';
import { allCollections } from '../store.ts';
import { authOn } from '../testing/authOn.ts';
import { takeMailing } from './mailings.ts';

const make = () => {
  const { auth, time } = authOn();
  const pass = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  return { auth, pass };
};
const minute = 60_000;

describe('mails to an address', () => {
  it('are limited to one a minute; further ones send nothing', async () => {
    const { auth, pass } = make();
    const results = await Promise.all(Array.from({ length: 8 }, () => takeMailing(auth, 'verify', 'a@x.example')));
    expect(results.filter(Boolean)).toHaveLength(1);
    pass(minute - 1);
    expect(await takeMailing(auth, 'verify', 'a@x.example')).toBe(false);
    pass(1);
    expect(await takeMailing(auth, 'verify', 'a@x.example')).toBe(true);
  });

  it('are limited to five an hour of each kind, then refused until the first is an hour old', async () => {
    const { auth, pass } = make();
    for (let round = 0; round < 5; round++) {
      expect(await takeMailing(auth, 'reset', 'a@x.example')).toBe(true);
      pass(minute);
    }
    await expect(takeMailing(auth, 'reset', 'a@x.example')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 55 * 60 });
    expect(await takeMailing(auth, 'verify', 'a@x.example')).toBe(true);
    expect(await takeMailing(auth, 'reset', 'b@x.example')).toBe(true);
    pass(55 * minute);
    expect(await takeMailing(auth, 'reset', 'a@x.example')).toBe(true);
  });

  it('are one for fifty concurrent requests in two processes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-mailings-'));
    const stores = [0, 1].map(() => openEmbeddedStore({ file: join(folder, 'auth.sqlite'), collections: allCollections }));
    const processes = stores.map((documents) => authOn({ documents }).auth);
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => takeMailing(processes[index % 2]!, 'reset', 'a@x.example')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('for registrations have no limit by the minute, but by the hour', async () => {
    const { auth } = make();
    for (let round = 0; round < 5; round++) expect(await takeMailing(auth, 'verify', 'a@x.example', { exemptFromMinute: true })).toBe(true);
    await expect(takeMailing(auth, 'verify', 'a@x.example', { exemptFromMinute: true })).rejects.toMatchObject({ code: 'rate_limited' });
    // Within the minute a resend still answers the same, and sends nothing.
    expect(await takeMailing(auth, 'verify', 'a@x.example')).toBe(false);
  });
});
