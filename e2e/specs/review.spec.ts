import { study } from '../pages/study.ts';
import { call, newLearner, textForm } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';

test('a learner makes cards, reviews five, takes one back, and finds the number due after a reload', async ({ page, watched }) => {
  // Without a connection nothing is reached.
  watched.allow(/ERR_INTERNET_DISCONNECTED/);
  const { token } = await newLearner();
  expect((await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).status).toBe(201);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await study(page).generateDeck(/respiration/i);

  await test.step('the dashboard says what is to be reviewed, and leads to it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('Due today')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^\d+ new cards$/ })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Review', exact: true }).click();
    await expect(page).toHaveURL(/\/review$/);
  });

  const left = page.getByText(/^\d+ left/);
  await test.step('reviews five cards: each button says when the card comes back', async () => {
    await page.getByRole('button', { name: 'Show Answer' }).click();
    for (const name of ['Again 1 min', 'Hard 6 min', 'Good 10 min']) await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Easy \d+ days$/ })).toBeVisible();
    // Space turns the card back again.
    await page.keyboard.press('Space');
    const before = Number.parseInt((await left.textContent()) ?? '', 10);
    for (let card = 0; card < 4; card += 1) await study(page).reviewCard('Easy');
    await study(page).reviewCard('Again');
    // The one that was not known comes back.
    await expect(left).toHaveText(new RegExp(`^${before - 4} left`));
  });

  await test.step('takes the fourth answer and the fifth back, and gives the fourth again', async () => {
    const undone = () => page.waitForResponse((response) => response.request().method() === 'DELETE');
    for (let times = 0; times < 2; times += 1) {
      const answered = undone();
      await page.keyboard.press('z');
      expect((await answered).status()).toBe(200);
    }
    await study(page).reviewCard('Again');
  });

  await test.step('after a reload one card is due: the one that was not known', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^1 review, \d+ new cards$/ })).toBeVisible();
    await expect.poll(() => study(page).dueNumber()).toBe(1);
    await page.reload();
    await expect.poll(() => study(page).dueNumber()).toBe(1);
  });

  await test.step('what was answered without a connection is sent later, once', async () => {
    await page.goto('/review');
    await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: /^Easy/ }).click();
    await expect(page.getByText('No connection. 1 answer kept here, to be sent later.')).toBeVisible();
    const stored = page.waitForResponse((response) => response.url().endsWith('/reviews') && response.request().method() === 'POST');
    await page.context().setOffline(false);
    expect((await stored).status()).toBe(201);
    await expect(page.getByText(/kept here/)).toBeHidden();
    await page.goto('/review/statistics');
    const today = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Today' }) });
    await expect(today.locator('dd').first()).toHaveText('5');
  });
});
