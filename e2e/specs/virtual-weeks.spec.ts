import { setTimeout as delay } from 'node:timers/promises';
import { examBounds, type ExamDetail, type QueuedReview } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import { account, newPerson } from '../pages/account.ts';
import { library } from '../pages/library.ts';
import { study } from '../pages/study.ts';
import { call, makePremium, newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { createVirtualLearner } from '../support/createVirtualLearner.ts';
import { lecture } from '../support/lecture.ts';
import { startSite, type RunningSite } from '../support/site.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtualClock.ts';

const dayMs = 86_400_000;
const weeks = 12;
const examDay = 42;
const wanted = 0.9;
const cardsCount = 60;
/** Days whose session starts in the browser, and the number of cards that are answered there. Calls answer the rest. */
const clickedDays = [0, 20, examDay - 1, examDay + 30];
const clicked = 5;
/** Concurrent calls. */
const atOnce = 8;

interface Course {
  site: RunningSite;
  clock: VirtualClock;
  page: Page;
  learner: ReturnType<typeof createVirtualLearner>;
  token: () => string;
}

const ask = async <T>({ site, token }: Course, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, { token: token(), ...(body !== undefined && { body }) }, site.api);
  // Throws instead of expecting, because the runner reports each of thousands of expectations.
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
};

/** Answers an item and records it. Returns the rating. */
type Answered = (item: QueuedReview) => 'good' | 'again';

/** Answers the first cards of a day in the browser. */
const clickSome = async ({ page, clock, site }: Course, queue: readonly QueuedReview[], answered: Answered): Promise<void> => {
  await page.clock.setFixedTime(clock.now());
  await page.goto(`${site.site}/review`);
  for (const item of queue.slice(0, clicked)) {
    if (item.kind !== 'card') return;
    await expect(page.getByRole('main').getByText(item.front).first()).toBeVisible();
    await study(page).reviewCard(answered(item) === 'good' ? 'Good' : 'Again');
  }
};

/** Runs a day's session until nothing is left. */
const studyDay = async (course: Course, day: number, answered: Answered): Promise<void> => {
  const read = (): Promise<QueuedReview[]> => ask(course, 'GET', '/reviews/queue?limit=100');
  if (clickedDays.includes(day)) await clickSome(course, await read(), answered);
  for (let queue = await read(); queue.length > 0; queue = await read())
    for (let index = 0; index < queue.length; index += atOnce)
      await Promise.all(
        queue.slice(index, index + atOnce).map((item) => {
          const { itemId, kind } = item;
          return ask(course, 'POST', '/reviews', { itemId, kind, rating: answered(item) });
        }),
      );
};

test('twelve virtual weeks with an exam: what is wanted is retained, readiness is true, and no day is above its plan', async ({
  browser,
}) => {
  const firstMorning = Date.parse(`${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T09:00:00Z`);
  const clock = createVirtualClock(new Date(firstMorning));
  const site = await startSite({ environment: { RATE_LIMITS: 'off', ...clock.environment } });
  const context = await browser.newContext({ baseURL: site.site, timezoneId: 'UTC' });
  const page = await context.newPage();
  const registered = await newLearner(site);
  await makePremium(registered, site);
  const person = { ...newPerson(), email: registered.email };
  let { token } = registered;
  const course: Course = { site, clock, page, learner: createVirtualLearner(12), token: () => token };
  const { learner } = course;
  const signIn = async (): Promise<void> => {
    const { email, password } = person;
    const logIn = () => call('POST', '/auth/login', { body: { email, password } }, site.api);
    let answer = await logIn();
    // Auth refuses the gateway's calls until it knows the new time as well.
    await expect.poll(async () => (answer.status === 200 ? answer : (answer = await logIn())).status).toBe(200);
    token = answer.body.token as string;
  };
  const untilDayEnds = async (dayEnd: string): Promise<void> => {
    // The parts check the clock every 20 ms. Does not use an expectation, because the runner reports each of the 84 days.
    for (let tries = 0; tries < 1_000; tries += 1) {
      await delay(30);
      if ((await call('GET', '/reviews/summary', { token }, site.api)).body.dayEndsAt === dayEnd) return;
    }
    throw new Error(`The day never ended at ${dayEnd}.`);
  };
  try {
    await page.clock.setFixedTime(clock.now());
    await account(page).logIn(person);
    await library(page).createGuide({ text: lecture });
    await study(page).generateDeck(/respiration/i);
    // More cards than the lecture yields, to reduce the effect of chance.
    const [deck] = await ask<{ _id: string }[]>(course, 'GET', '/flashcards');
    const cards = Array.from({ length: cardsCount }, (_, index) => ({ front: `What is fact ${index + 101}?`, back: `It is ${index}.` }));
    await ask(course, 'PUT', `/flashcards/${deck?._id ?? ''}`, { cards });

    const date = new Date(firstMorning + examDay * dayMs).toISOString().slice(0, 10);
    await page.goto('/review/exams');
    await page.getByRole('button', { name: 'Add Exam' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Biology');
    await dialog.getByLabel('Date').fill(date);
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Add Exam' }).click();
    await expect(page.getByRole('heading', { name: 'Biology' })).toBeVisible();
    const [planned] = await ask<ExamDetail[]>(course, 'GET', '/exams');
    const examPath = `/exams/${planned?._id ?? ''}`;

    const recalls: number[] = [];
    const seen = new Set<string>();
    const seenAtLast = new Set<string>();
    const over: unknown[] = [];
    for (let day = 0; day < weeks * 7; day += 1) {
      clock.jumpTo(new Date(firstMorning + day * dayMs));
      // The parts refuse each other's calls until all know the time.
      const dayEnd = `${new Date(firstMorning + (day + 1) * dayMs).toISOString().slice(0, 10)}T04:00:00.000Z`;
      await untilDayEnds(dayEnd);
      // Sign-in sessions last 30 days.
      if (day % 14 === 13) {
        await signIn();
        await page.evaluate((fresh) => {
          localStorage.setItem('token', fresh);
        }, token);
      }
      const exam = await ask<ExamDetail>(course, 'GET', examPath);
      if (day === examDay) {
        const known = [...seen].reduce((sum, itemId) => sum + learner.recallOf(itemId, day), 0) / seen.size;
        expect(Math.abs((exam.readiness ?? 0) - known)).toBeLessThan(0.05);
        await page.clock.setFixedTime(clock.now());
        await page.goto('/review/exams');
        await expect(page.getByText(`${String(Math.round((exam.readiness ?? 0) * 100))}%`).first()).toBeVisible();
      }
      if (day === examDay + 1) await ask(course, 'PUT', examPath, { afterwards: 'continue' });
      const shown = new Set<string>();
      await studyDay(course, day, ({ itemId }) => {
        const isLastLook = day >= examDay - examBounds.lastDays && day < examDay;
        if (learner.isAsked(itemId, day) && !isLastLook) recalls.push(learner.recallOf(itemId, day));
        shown.add(itemId);
        seen.add(itemId);
        if (isLastLook) seenAtLast.add(itemId);
        return learner.answer(itemId, day);
      });
      const [today] = exam.plan;
      if (today && shown.size > today.new + today.reviews) over.push({ day, today, shown: shown.size });
    }
    expect(over).toEqual([]);
    expect([seen.size, seenAtLast.size]).toEqual([cardsCount, cardsCount]);
    expect(recalls.length).toBeGreaterThan(150);
    const retention = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
    expect(Math.abs(retention - wanted)).toBeLessThan(0.03);
  } finally {
    await context.close();
    await site.stop();
  }
});
