import { join } from 'node:path';
import { findStorybooks, startStorybooks, type Storybooks } from '@lectern/tools/storybook';
import { expect, test } from '@playwright/test';

// A whole Storybook comes up in a frame.
const patient = { timeout: 20_000 };
const root = join(import.meta.dirname, '..', '..');
const found = findStorybooks(root);
let storybooks: Storybooks;
let elsewhere: Storybooks;

test.beforeAll(async () => {
  // Study's is deployed at an origin of its own, the others lie below the host's address.
  elsewhere = await startStorybooks({ ...found, port: 0 });
  const { others, hostFolder } = findStorybooks(root, { 'mf-study': `${elsewhere.address}/mf-study` });
  storybooks = await startStorybooks({ hostFolder, others, port: 0 });
});
test.afterAll(async () => {
  await Promise.all([storybooks.close(), elsewhere.close()]);
});

test('one address shows the stories of all parts, with one toolbar', async ({ page }) => {
  test.setTimeout(60_000);
  await page.goto(`${storybooks.address}/?path=/story/mf-study_study-progress--full`);
  const sidebar = page.getByRole('navigation', { name: 'Stories' }).or(page.locator('#storybook-explorer-tree'));
  for (const { id } of found.others)
    await expect(
      sidebar
        .first()
        .getByRole('button', { name: new RegExp(`(^| )${id.replace(/^mf-/, '')}$`, 'i') })
        .first(),
    ).toBeVisible();
  const study = page.frameLocator('#storybook-ref-mf-study');
  await expect(study.getByRole('heading', { name: 'Progress', level: 1 })).toBeVisible(patient);
  await expect(study.locator('html')).toHaveAttribute('data-theme', 'light');

  await page.getByRole('button', { name: /Light or dark/ }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect(study.locator('html')).toHaveAttribute('data-theme', 'dark');

  // A part below the host's address, which comes up when dark is already chosen.
  await page.goto(`${storybooks.address}/?path=/story/shell_shell-not-found--unknown-address&globals=theme:dark`);
  const shell = page.frameLocator('#storybook-ref-shell');
  await expect(shell.getByRole('heading', { level: 1 })).toBeVisible(patient);
  await expect(shell.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('each stands alone, too: the host names no other part in its build', async ({ request }) => {
  for (const { id } of found.others) expect((await request.get(`${elsewhere.address}/${id}/index.json`)).ok(), id).toBe(true);
  const alone = await startStorybooks({ hostFolder: found.hostFolder, others: [], port: 0 });
  expect(await (await request.get(`${alone.address}/refs.js`)).text()).not.toContain('mf-');
  expect(await (await request.get(`${alone.address}/index.html`)).text()).not.toMatch(/mf-study|localhost/);
  await alone.close();
});
