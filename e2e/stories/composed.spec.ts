import { join } from 'node:path';
import { findStorybooks, startStorybooks, type Storybooks } from '@lectern/tools/storybook';
import { expect, test, type Page } from '@playwright/test';

/**
 * The composed Storybook as designers use it: the design system's, which embeds another part's. One part stands for all: they have the same
 * configuration, and are registered and served in the same way (`tools/stories.test.ts`, `tools/storybook/startStorybooks.test.ts`).
 */
const part = 'mf-billing';

// A whole Storybook loads in a frame.
const patient = { timeout: 120_000 };
const root = join(import.meta.dirname, '..', '..');
const { hostFolder, others } = findStorybooks(root);
const own = others.filter(({ id }) => id === part);
let below: Storybooks;
let deployed: Storybooks;

test.beforeAll(async () => {
  below = await startStorybooks({ hostFolder, others: own, port: 0 });
  deployed = await startStorybooks({ hostFolder, others: [{ id: part, at: { url: `${below.address}/${part}` } }], port: 0 });
});
test.afterAll(async () => {
  await Promise.all([below.close(), deployed.close()]);
});

const storyOf = async (page: Page) => {
  const frame = page.frameLocator(`#storybook-ref-${part}`);
  await expect(frame.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible(patient);
  return frame.locator('html');
};

test('one address shows the stories of another part, with one toolbar', async ({ page }) => {
  await page.goto(`${below.address}/?path=/story/${part}_billing-subscription--free`);
  const sidebar = page.getByRole('navigation', { name: 'Stories' }).or(page.locator('#storybook-explorer-tree'));
  await expect(
    sidebar
      .first()
      .getByRole('button', { name: /(^| )billing$/i })
      .first(),
  ).toBeVisible();
  const html = await storyOf(page);
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: /Light or dark/ }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test('a part that is deployed elsewhere comes up in the theme that is already chosen', async ({ page }) => {
  await page.goto(`${deployed.address}/?path=/story/${part}_billing-subscription--free&globals=theme:dark`);
  await expect(await storyOf(page)).toHaveAttribute('data-theme', 'dark');
});

test('each stands alone, too: the host names no other part in its build', async ({ request }) => {
  expect((await request.get(`${below.address}/${part}/index.json`)).ok()).toBe(true);
  const alone = await startStorybooks({ hostFolder, others: [], port: 0 });
  expect(await (await request.get(`${alone.address}/refs.js`)).text()).not.toContain('mf-');
  expect(await (await request.get(`${alone.address}/index.html`)).text()).not.toMatch(/mf-billing|localhost/);
  await alone.close();
});
