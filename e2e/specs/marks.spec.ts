import type { Mark } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import { call, newLearner, textForm } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { chooseWords } from '../support/chooseWords.ts';
import { lecture } from '../support/lecture.ts';

const highlight = async (page: Page, words: string): Promise<void> => {
  // A background tab does not render.
  await page.bringToFront();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/marks/'));
  await chooseWords(page, page.getByRole('article').getByText(words), 'Highlight, green');
  expect((await saved).status()).toBe(200);
};

test('what is highlighted in two tabs of a guide, one after the other, is all kept', async ({ page, context }) => {
  const { token } = await newLearner();
  const guide = (await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).body as { _id: string };
  const at = `/study-materials/${guide._id}`;
  const [first, second] = ['The heart pumps blood through the body.', 'The lungs bring oxygen into it.'];
  await call('PUT', at, { token, body: { content: `# Circulation\n\n${first}\n\n${second}` } });
  await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(at);
    await expect(each.getByRole('article').getByText(second)).toBeVisible();
  }
  await highlight(page, first);
  await highlight(other, second);
  const marks = (await call('GET', `${at}/marks`, { token })).body as Mark[];
  expect(marks.map(({ quote }) => quote)).toEqual([first, second]);
  await page.reload();
  await expect(page.locator('article mark')).toHaveText([first, second]);
});
