import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { call, newLearner, type Learner } from '../support/api.ts';
import { startSite } from '../support/site.ts';
import { createVirtualClock } from '../support/virtualClock.ts';

const hourMs = 3_600_000;

interface Mail {
  to: string;
  subject: string;
  listUnsubscribe?: string;
  listUnsubscribePost?: string;
}

test('a reminder comes once a day, also after a restart, until its address switches it off', async () => {
  // A minute before 8 tomorrow, in UTC.
  const eight = Date.parse(`${new Date(Date.now() + 24 * hourMs).toISOString().slice(0, 10)}T08:00:00Z`);
  const clock = createVirtualClock(new Date(eight - 60_000));
  const site = await startSite({ environment: { RATE_LIMITS: 'off', ...clock.environment } });
  const remindersOf = async ({ email }: Learner): Promise<Mail[]> =>
    ((await (await fetch(`${site.mailbox}/email`)).json()) as Mail[]).filter(
      ({ to, subject }) => to === email && /due today$/.test(subject),
    );
  const arrive = (learner: Learner, count: number) => expect.poll(async () => (await remindersOf(learner)).length).toBe(count);

  /** A learner with a card whose learning step is due, and with a reminder at this hour. */
  const remindedAt = async (hour: number): Promise<Learner> => {
    const learner = await newLearner(site);
    const { token } = learner;
    const deck = await call('POST', '/flashcards/own', { token, body: { title: 'Valves', cards: [{ front: 'a', back: 'b' }] } }, site.api);
    await call('POST', '/reviews', { token, body: { itemId: deck.body.cards[0]._id, kind: 'card', rating: 'good' } }, site.api);
    const reminder = { isOn: true, hour };
    expect((await call('PUT', '/reviews/settings', { token, body: { reminder } }, site.api)).body).toMatchObject({ reminder });
    return learner;
  };
  try {
    const [ada, ben] = [await remindedAt(8), await remindedAt(9)];
    clock.jumpTo(new Date(eight));
    await arrive(ada, 1);
    const study = (JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)['study'] ?? 0;
    process.kill(study, 'SIGKILL');
    // By the time the nine o'clock reminder has arrived, the restarted service has processed the eight o'clock one again.
    clock.jumpTo(new Date(eight + hourMs));
    await arrive(ben, 1);
    await arrive(ada, 1);

    const [mail] = await remindersOf(ada);
    expect(mail).toMatchObject({ subject: '1 review is due today', listUnsubscribePost: 'List-Unsubscribe=One-Click' });
    const address = mail?.listUnsubscribe?.slice(1, -1) ?? '';
    const unsubscribe = (url: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await unsubscribe(address.replace(/\.[A-Za-z0-9_-]{43}\//, `.${'A'.repeat(43)}/`))).status).toBe(404);
    // Link scanners send only GET requests.
    expect((await fetch(address)).status).toBe(401);
    clock.jumpTo(new Date(eight + 24 * hourMs));
    await arrive(ada, 2);
    expect((await unsubscribe(address)).status).toBe(200);
    clock.jumpTo(new Date(eight + 49 * hourMs));
    await arrive(ben, 2);
    await arrive(ada, 2);
  } finally {
    await site.stop();
  }
});
