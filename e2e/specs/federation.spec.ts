import { join } from 'node:path';
import { remoteIds, remotePortSetting } from '@lectern/contracts';
import { startStaticHost, type StaticHost } from '@lectern/dev/static-host';
import type { Page } from '@playwright/test';
import { newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const remotes = (site: RunningSite) =>
  remoteIds.map((id) => ({ id, port: site.ports[remotePortSetting(id)], folder: join(site.dataFolder, 'releases', id) }));

/** Signs a page in without the sign-in page. */
const signIn = async (page: Page, site: RunningSite): Promise<void> => {
  const { token } = await newLearner(site);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
};

/** One page of each remote, and a heading that only its own code draws. */
const areas = {
  'mf-auth': { path: '/settings', heading: 'Settings' },
  'mf-library': { path: '/study-materials', heading: 'Study Guides' },
  'mf-study': { path: '/progress', heading: /Progress/ },
  'mf-billing': { path: '/subscription', heading: /Subscription/ },
} as const;
const heading = (page: Page, id: keyof typeof areas) => page.getByRole('heading', { level: 1, name: areas[id].heading });

test.describe('with one remote’s listener closed', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  let site: RunningSite;
  let host: StaticHost;
  test.beforeAll(async () => {
    site = await startSite({ environment: { LECTERN_WITHOUT: 'remotes' } });
    host = await startStaticHost({ remotes: remotes(site), host: '127.0.0.1' });
  });
  test.afterAll(async () => {
    await host.close();
    await site.stop();
  });

  for (const down of Object.keys(areas) as (keyof typeof areas)[])
    test(`without ${down} the rest works, its area shows a card, and "Try again" brings it back without a reload`, async ({
      page,
      watched,
    }) => {
      watched.allow(/ERR_CONNECTION_REFUSED|^console: Error: http|^console: .*could not be loaded/);
      await signIn(page, site);
      await host.stop(down);
      for (const id of Object.keys(areas) as (keyof typeof areas)[]) {
        if (id === down) continue;
        await page.goto(`${site.site}${areas[id].path}`);
        await expect(heading(page, id)).toBeVisible();
      }
      await page.goto(`${site.site}${areas[down].path}`);
      const again = page.getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible({ timeout: 10_000 });
      // The frame around it is the shell's, and stays.
      await expect(page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Dashboard' })).toBeVisible();
      await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
      await host.start(down);
      await again.click();
      await expect(heading(page, down)).toBeVisible();
      expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    });
});

test('exactly one React runs, whatever was loaded', async ({ page }) => {
  test.setTimeout(120_000);
  const site = await startSite();
  try {
    await signIn(page, site);
    // React tells the developer tools of each copy that starts; here they only count.
    await page.addInitScript(() => {
      const renderers: unknown[] = [];
      Object.assign(window, {
        renderers,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          supportsFiber: true,
          inject: (renderer: unknown) => renderers.push(renderer),
          onCommitFiberRoot: () => undefined,
          onCommitFiberUnmount: () => undefined,
          onPostCommitFiberRoot: () => undefined,
          checkDCE: () => undefined,
        },
      });
    });
    await page.goto(`${site.site}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back,');
    // All four remotes, in one page and without a reload.
    const main = page.getByRole('navigation', { name: 'Main', exact: true });
    for (const [link, title] of [
      ['Quizzes', /Quizzes/],
      ['Settings', 'Settings'],
      ['My Folders', 'My Folders'],
    ] as const) {
      await main.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Upgrade to Premium' }).click();
    await expect(page).toHaveURL(/\/subscription$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { renderers: unknown[] }).renderers.length)).toBe(1);
  } finally {
    await site.stop();
  }
});
