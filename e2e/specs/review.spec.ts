import { study } from '../pages/study.ts';
import { call, newLearner, textForm } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';

test('a learner makes cards, reviews five, takes one back, and finds the number due after a reload', async ({ page, watched }) => {
  // One step goes offline.
  watched.allow(/ERR_INTERNET_DISCONNECTED/);
  const { token } = await newLearner();
  expect((await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).status).toBe(201);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await study(page).generateDeck(/respiration/i);

  await test.step('the dashboard says what is to be reviewed, and leads to it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('Due today')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^\d+ new cards, about \d+ minutes?$/ })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Review', exact: true }).click();
    await expect(page).toHaveURL(/\/review$/);
  });

  const left = page.getByText(/^\d+ left/);
  await test.step('reviews five cards: each button says when the card comes back', async () => {
    await page.getByRole('button', { name: 'Show Answer' }).click();
    for (const name of ['Again 1 min', 'Hard 6 min', 'Good 10 min']) await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Easy \d+ days$/ })).toBeVisible();
    // Space flips the card back.
    await page.keyboard.press('Space');
    const before = Number.parseInt((await left.textContent()) ?? '', 10);
    for (let card = 0; card < 4; card += 1) await study(page).reviewCard('Easy');
    await study(page).reviewCard('Again');
    // The card rated "Again" comes back.
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

  await test.step('after a reload the number is that of the queue, the card that was not known included', async () => {
    const { due, new: fresh } = (await call('GET', '/reviews/summary', { token })).body as { due: number; new: number };
    expect(due).toBe(1);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: new RegExp(`^${due + fresh} due, about \\d+ minutes?$`) })).toBeVisible();
    await expect.poll(() => study(page).dueNumber()).toBe(due + fresh);
    await page.reload();
    await expect.poll(() => study(page).dueNumber()).toBe(due + fresh);
  });

  await test.step('what was answered without a connection is sent later, once', async () => {
    await page.goto('/review');
    await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: /^Easy/ }).click();
    await expect(page.getByText('No connection. 1 answer saved on this device, to be sent later.')).toBeVisible();
    const stored = page.waitForResponse((response) => response.url().endsWith('/reviews') && response.request().method() === 'POST');
    await page.context().setOffline(false);
    expect((await stored).status()).toBe(201);
    await expect(page.getByText(/saved on this device/)).toBeHidden();
    await page.goto('/review/statistics');
    const today = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Today' }) });
    await expect(today.locator('dd').first()).toHaveText('5');
  });
});

/** Creates a guide, and 30 cards in two decks, of which 24 may be introduced today. */
const manyCards = async (): Promise<string> => {
  const { token } = await newLearner();
  expect((await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).status).toBe(201);
  for (const title of ['Valves', 'Chambers']) {
    const cards = Array.from({ length: 15 }, (_, index) => ({ front: `${title} ${index}?`, back: 'Yes' }));
    expect((await call('POST', '/flashcards/own', { token, body: { title, cards } })).status).toBe(201);
  }
  await call('PUT', '/reviews/settings', { token, body: { newPerDay: 24 } });
  return token;
};

test('dashboard, badge, session and server say one number, with every rating', async ({ page }) => {
  const token = await manyCards();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: '24 new cards' })).toBeVisible();
  expect(await study(page).dueNumber()).toBe(24);
  await page.getByRole('main').getByRole('link', { name: 'Review', exact: true }).click();

  /** Reads the numbers of the session and of the badge at the same moment. */
  const numbers = () =>
    page.evaluate(() => {
      const left = [...document.querySelectorAll('main p')].map(({ textContent }) => /^(\d+) left/.exec(textContent)?.[1]).find(Boolean);
      const badge = [...document.querySelectorAll('a[href="/review"] b')]
        .map(({ textContent }) => /\d+/.exec(textContent)?.[0])
        .find(Boolean);
      return [Number(left), Number(badge)];
    });
  await expect.poll(numbers).toEqual([24, 24]);
  let left = 24;
  for (const rating of ['Good', 'Easy', 'Again', 'Easy', 'Hard', 'Easy'] as const) {
    await study(page).reviewCard(rating);
    left -= rating === 'Easy' ? 1 : 0;
    expect(await numbers()).toEqual([left, left]);
  }
  await page.keyboard.press('z');
  left += 1;
  expect(await numbers()).toEqual([left, left]);
  await expect
    .poll(async () => {
      const { due, new: fresh } = (await call('GET', '/reviews/summary', { token })).body as { due: number; new: number };
      return due + fresh;
    })
    .toBe(left);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: new RegExp(`^${left} due, about \\d+ minutes?$`) })).toBeVisible();
  expect(await study(page).dueNumber()).toBe(left);

  await test.step("a deck's figures are the length of its session", async () => {
    const { decks } = (await call('GET', '/reviews/summary', { token })).body as { decks: { deckId: string; due: number; new: number }[] };
    for (const { deckId, due, new: fresh } of decks) {
      await page.goto(`/review?deckId=${deckId}`);
      await expect(page.getByText(new RegExp(`^${due + fresh} left`))).toBeVisible();
    }
  });
});

test('Escape leaves the menu and the edit dialog for the card, and no typed edit is lost without a question', async ({ page }) => {
  const token = await manyCards();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await page.goto('/review');
  const card = page.getByRole('button', { name: /^Front : / });
  await expect(card).toBeVisible();
  const options = page.getByRole('button', { name: 'Options for this card' });
  await options.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  const dialog = page.getByRole('dialog', { name: 'Edit Card' });
  const front = dialog.getByRole('textbox', { name: 'Front' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Edit Card' }).click();
  const before = await front.inputValue();
  await front.fill('Better words');
  const ways = {
    Escape: () => page.keyboard.press('Escape'),
    Cancel: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    Close: () => dialog.getByRole('button', { name: 'Close' }).click(),
    'a press outside': () => page.mouse.click(5, 300),
  };
  for (const [way, leave] of Object.entries(ways))
    await test.step(way, async () => {
      const keep = question.getByRole('button', { name: 'Keep Editing' });
      // A press while the question is still closing does not reach the page, so retry.
      await expect(async () => {
        if (!(await question.isVisible())) await leave();
        await expect(keep).toBeFocused({ timeout: 3_000 });
      }).toPass();
      await keep.click();
      await expect(question).toBeHidden();
      await expect(front).toHaveValue('Better words');
    });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  // The keys act on the card: it is flipped and rated.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Good/ })).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('3');
  await expect(card).not.toHaveAccessibleName(new RegExp(before.replace('?', '')));
});
