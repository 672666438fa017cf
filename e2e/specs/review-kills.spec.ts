import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedsOfThisRun } from '@lectern/test-servers';
import { expect, test } from '@playwright/test';
import { asPremium, call, makePremium, newLearner } from '../support/api.ts';
import { unlessRefused } from '../support/isClearRefusal.ts';
import { startSite } from '../support/site.ts';

/** Each round ends with a kill. The rounds are spread over four runs. */
const rounds = seedsOfThisRun(20, 4);
const perRound = 100;
/** The reviews of this run, as numbers below 2,000. */
const numbers = rounds.flatMap((round) => Array.from({ length: perRound }, (_, index) => (round - 1) * perRound + index));
/** Devices that send reviews concurrently. */
const devices = 6;
const cardsCount = 60;
const ratings = ['good', 'again', 'easy', 'hard', 'good'] as const;

test('a kill of the service after each hundred reviews loses none, and stores none twice', async () => {
  const site = await startSite({ environment: { RATE_LIMITS: 'off' } });
  const pid = () => (JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)['study'] ?? 0;
  try {
    const learner = await newLearner(site);
    await makePremium(learner, site);
    const { token } = learner;
    const cards = Array.from({ length: cardsCount }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` }));
    const deck = await asPremium(() => call('POST', '/flashcards/own', { token, body: { title: 'Valves', cards } }, site.api));
    const ids = (deck.body.cards as { _id: string }[]).map(({ _id }) => _id);

    let [next, stored, killed] = [0, 0, 0];
    const refused = new Map<number, number>();
    const answer = async (number: number): Promise<void> => {
      const headers = { 'idempotency-key': randomUUID() };
      // Out of order, as from devices that were offline.
      const answeredAt = new Date(Date.now() - ((number * 7_919) % 2_000) * 3_600_000).toISOString();
      const body = { itemId: ids[number % cardsCount], kind: 'card', rating: ratings[number % ratings.length], answeredAt };
      const send = async (): Promise<number> => {
        const { status } = await call('POST', '/reviews', { token, headers, body }, site.api);
        refused.set(status, (refused.get(status) ?? 0) + 1);
        return status;
      };
      // Repeats the same request until it is answered, as a device does. Throws instead of expecting, because the runner reports each of
      // hundreds of expectations.
      for (let tries = 1; (await send()) !== 201; tries += 1) {
        if (tries === 300) throw new Error(`Review ${number} was never stored.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      stored += 1;
      if (stored % perRound !== 0) return;
      process.kill(pid(), 'SIGKILL');
      killed += 1;
    };
    const device = async (): Promise<void> => {
      for (let number = numbers[next++]; number !== undefined; number = numbers[next++]) await answer(number);
    };
    await Promise.all(Array.from({ length: devices }, device));
    expect(killed).toBe(rounds.length);
    expect([...refused.keys()].filter((status) => ![201, 409, 502, 503].includes(status))).toEqual([]);

    await expect.poll(async () => (await call('GET', '/reviews/summary', { token }, site.api)).status, { timeout: 30_000 }).toBe(200);
    const items = await Promise.all(ids.map((id) => unlessRefused(() => call('GET', `/reviews/items/card/${id}`, { token }, site.api))));
    const counts = items.map(({ body }) => [(body.reviews as unknown[]).length, body.reps as number]);
    expect(counts).toEqual(ids.map((_, index) => Array(2).fill(numbers.filter((number) => number % cardsCount === index).length)));
    const rebuilt = execFileSync(process.execPath, [join(import.meta.dirname, '../../services/study/src/rebuildSchedules.main.ts')], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: site.dataFolder },
    });
    expect(rebuilt).toBe(`${cardsCount} schedules worked out again, 0 of them were different before.\n`);
  } finally {
    await site.stop();
  }
});
