import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReviewItem, ReviewRating } from '@lectern/contracts';
import { expect, test, type Page } from '@playwright/test';
import { call, type CallOptions, makePremium, newLearner, untilStudyKnowsPremium, type Learner } from '../support/api.ts';
import { newDevice } from '../support/device.ts';
import { startSite, type RunningSite } from '../support/site.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtualClock.ts';

const dayMs = 86_400_000;
const days = 7;
const fortnightMs = 14 * dayMs;
const cardsCount = 100;
/** How often each device rates: 200 ratings, some of cards that come back after ten minutes. */
const perDevice = 100;
const ratings = ['Good', 'Easy', 'Good', 'Hard', 'Good'] as const;
type Button = (typeof ratings)[number];

interface Rated {
  front: string;
  rating: Button;
  at: Date;
}

const ask = async <T>(
  { api }: RunningSite,
  { token }: Learner,
  method: string,
  path: string,
  more: Pick<CallOptions, 'body' | 'headers'> = {},
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await call(method, path, { token, ...more }, api);
    if (answer.status < 300) return answer.body as T;
    // Until all parts know the time, they refuse each other's calls and reviews in their future.
    if (tries === 100) throw new Error(`${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    await delay(20);
  }
};

/** Creates a premium learner with these cards, all of which are in today's queue. Returns the cards' ids by their fronts. */
const newStudent = async (site: RunningSite): Promise<{ learner: Learner; ids: Map<string, string> }> => {
  const learner = await newLearner(site);
  await makePremium(learner, site);
  await untilStudyKnowsPremium(learner, site);
  const cards = Array.from({ length: cardsCount }, (_, index) => ({ front: `Valve ${String(index)}?`, back: 'Yes' }));
  const deck = await ask<{ cards: { _id: string; front: string }[] }>(site, learner, 'POST', '/flashcards/own', {
    body: { title: 'Valves', cards },
  });
  await ask(site, learner, 'PUT', '/reviews/settings', { body: { newPerDay: cardsCount } });
  return { learner, ids: new Map(deck.cards.map(({ _id, front }) => [front, _id])) };
};

/** Returns the number of ratings that wait on a device. */
const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('unsent'));
    return key === undefined ? 0 : (JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[]).length;
  });

/** Rates cards on a device without a network, a minute apart. */
const rateSome = async (page: Page, count: number, from: Date, done: Rated[]): Promise<void> => {
  await page.clock.setFixedTime(from);
  await page.goto('/review');
  for (let number = 0; number < count; number += 1) {
    const at = new Date(from.getTime() + number * 60_000);
    await page.clock.setFixedTime(at);
    const card = page.getByRole('button', { name: /^Front : Valve/ });
    const front = /Valve \d+\?/.exec((await card.getAttribute('aria-label')) ?? (await card.textContent()) ?? '')?.[0] ?? '';
    const rating = ratings[done.length % ratings.length] ?? 'Good';
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: new RegExp(`^${rating}`) }).click();
    done.push({ front, rating, at });
    await expect.poll(() => waiting(page), { intervals: [20] }).toBe(done.length);
  }
};

/** Sends ratings from a device that is online all the time, each at its time. */
const rateOnline = async (
  site: RunningSite,
  clock: VirtualClock,
  learner: Learner,
  ids: Map<string, string>,
  all: Rated[],
): Promise<void> => {
  for (const { front, rating, at } of all) {
    clock.jumpTo(at);
    const body = { itemId: ids.get(front), kind: 'card', rating: rating.toLowerCase() as ReviewRating, answeredAt: at.toISOString() };
    await ask(site, learner, 'POST', '/reviews', { body, headers: { 'idempotency-key': randomUUID() } });
  }
};

/** A fortnight later, forgets all cards, and returns the schedules that the same ratings give from a device that is online all the time. */
const schedulesOnline = async (
  site: RunningSite,
  clock: VirtualClock,
  { learner, ids }: { learner: Learner; ids: Map<string, string> },
  all: Rated[],
): Promise<ReviewItem[]> => {
  const later = (at: Date): Date => new Date(at.getTime() + fortnightMs);
  for (const id of ids.values()) await ask(site, learner, 'PUT', `/reviews/items/card/${id}`, { body: { due: null } });
  await rateOnline(
    site,
    clock,
    learner,
    ids,
    all.map((rated) => ({ ...rated, at: later(rated.at) })),
  );
  return schedulesOf(site, { learner, ids });
};

const schedulesOf = (site: RunningSite, { learner, ids }: { learner: Learner; ids: Map<string, string> }): Promise<ReviewItem[]> =>
  Promise.all([...ids.values()].map((id) => ask<ReviewItem>(site, learner, 'GET', `/reviews/items/card/${id}`)));

test('a week without a network, 200 ratings on two devices that meet again: each counts once, and the schedule of each card is as online', async ({
  browser,
}) => {
  const start = Date.parse(`${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T09:00:00Z`);
  const clock = createVirtualClock(new Date(start));
  const site = await startSite({ environment: { RATE_LIMITS: 'off', ...clock.environment } });
  try {
    const student = await newStudent(site);
    const devices = [await newDevice(browser, site, student.learner), await newDevice(browser, site, student.learner)];
    const done: Rated[][] = [[], []];
    for (const { setOffline } of devices) await setOffline(true);
    for (let day = 0; day < days; day += 1)
      for (const [index, { page }] of devices.entries()) {
        const rest = perDevice - (done[index]?.length ?? 0);
        // One device in the morning, the other in the evening.
        const from = new Date(start + day * dayMs + index * 9 * 3_600_000);
        await rateSome(page, Math.ceil(rest / (days - day)), from, done[index] ?? []);
      }
    const all = done.flat().sort((one, other) => one.at.getTime() - other.at.getTime());
    expect(all).toHaveLength(200);
    expect(all.map(({ front }) => front)).not.toContain('');

    clock.jumpTo(new Date(start + days * dayMs));
    await Promise.all(
      devices.map(async ({ page, setOffline }) => {
        await page.clock.setFixedTime(clock.now());
        await page.goto('/dashboard');
        await setOffline(false);
      }),
    );
    for (const { page } of devices) await expect.poll(() => waiting(page), { timeout: 120_000 }).toBe(0);
    for (const { context } of devices) await context.close();

    const merged = await schedulesOf(site, student);
    const online = await schedulesOnline(site, clock, student, all);
    const since = ({ due, reviews, ...item }: ReviewItem, ms: number) => ({
      ...item,
      due: item.state === 'new' ? undefined : Date.parse(due) - ms,
      reviews: reviews.map(({ rating, answeredAt }) => [rating, Date.parse(answeredAt) - ms]),
    });
    expect(online.map((item) => since({ ...item, reviews: item.reviews.slice(-item.reps) }, fortnightMs))).toEqual(
      merged.map((item) => since(item, 0)),
    );
    expect(merged.flatMap(({ reviews }) => reviews)).toHaveLength(200);
  } finally {
    await site.stop();
  }
});
