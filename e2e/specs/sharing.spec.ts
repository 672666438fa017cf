import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/browser.ts';
import { call, mailedLink, newLearner, newNetwork, password, theSite } from '../support/api.ts';
import { allKinds, shareAll, type Kind } from '../support/shareAll.ts';

test('guesses are counted per network, and search engines are kept out', async () => {
  const network = { 'x-forwarded-for': newNetwork() };
  const guess = () => call('GET', `/quizzes/shared/${randomUUID().replaceAll('-', '').repeat(2)}`, { headers: network });
  const statuses = new Set<number>();
  for (let round = 0; round < 13; round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 100 }, guess))) statuses.add(status);
  expect([...statuses].sort()).toEqual([404, 429]);
  const page = await fetch(`${theSite().site}/shared/quiz/guess`);
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect((await fetch(theSite().site)).headers.has('x-robots-tag')).toBe(false);
});

test('a report reaches the mailbox of the operator', async () => {
  const reason = `Not theirs ${randomUUID()}`;
  const secret = 'a'.repeat(64);
  expect((await call('POST', '/auth/shared-reports', { body: { kind: 'deck', secret, reason } })).status).toBe(200);
  const mails = async () => (await fetch(`${theSite().mailbox}/email`)).json() as Promise<{ to: string; text: string }[]>;
  await expect
    .poll(async () => (await mails()).filter(({ text }) => text.includes(reason)).map(({ to }) => to))
    .toEqual(['support@lectern.example']);
});

test('a visitor tries a quiz, registers, and has the copy', async ({ page, context }) => {
  const owner = await newLearner();
  const { urls } = await shareAll(owner);
  await page.goto(urls.quiz);
  await page.getByRole('radio', { name: 'Two' }).check({ force: true });
  await page.getByRole('button', { name: 'Show Answer' }).click();
  await expect(page.getByText('It has two atria and two ventricles.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit Quiz' }).click();
  await expect(page.getByText('0 of 1 correct')).toBeVisible();
  await page.getByRole('button', { name: 'Copy to my Lectern' }).first().click();
  const email = `${randomUUID()}@students.example`;
  await page.getByLabel('First name').fill('Ben');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  const link = await mailedLink(email, 'verify-email');
  await page.close();
  // As in the learner's mail program: the link opens in another tab.
  const next = await context.newPage();
  await next.goto(link);
  await expect(next).toHaveURL(/\/quizzes\/[0-9a-f-]{36}$/);
  await expect(next.getByText('How many chambers does the heart have?')).toBeVisible();
});

test('a visitor reads each kind of link on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { urls } = await shareAll(await newLearner());
  const words: Record<Kind, string> = { guide: 'Shared study guide', folder: 'Shared folder', quiz: 'Shared quiz', deck: 'Shared deck' };
  for (const kind of allKinds) {
    await page.goto(urls[kind]);
    await expect(page.getByText(words[kind])).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(360);
  }
  await page.goto(urls.folder);
  await page.getByRole('article').getByRole('link').click();
  await expect(page).toHaveURL(/\/shared\/folder\/[0-9a-f]{64}\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Copy the Folder' })).toBeVisible();
});
