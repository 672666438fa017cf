import { join } from 'node:path';
import { startStaticHost, type StaticHost } from '@lectern/stand-ins/static-host';
import { freePort } from '@lectern/test-servers';
import type { Page } from '@playwright/test';
import { newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { startFaultyHost, type Fault, type FaultyHost } from '../support/faultyHost.ts';
import { startSite, type RunningSite } from '../support/site.ts';

/** A remote's fault must affect only its own area. Every fault is served by a real server. */
const main = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });
const again = (page: Page) => page.getByRole('button', { name: 'Try again' });

test.describe('a remote in trouble', () => {
  test.describe.configure({ mode: 'serial' });
  // Skeletons are shown for five seconds at a time. Without their animation, they need no CPU time.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  let site: RunningSite;
  let healthy: StaticHost;
  let study: FaultyHost;
  let token: string;
  test.beforeAll(async () => {
    site = await startSite({ environment: { LECTERN_WITHOUT: 'remotes' } });
    const spare = await freePort();
    const hosted = {
      'mf-auth': site.ports.MF_AUTH_PORT,
      'mf-library': site.ports.MF_LIBRARY_PORT,
      'mf-study': spare!,
      'mf-billing': site.ports.MF_BILLING_PORT,
    };
    healthy = await startStaticHost({
      remotes: Object.entries(hosted).map(([id, port]) => ({ id, port, folder: join(site.dataFolder, 'releases', id) })),
    });
    study = await startFaultyHost({ port: site.ports.MF_STUDY_PORT, target: `http://127.0.0.1:${spare}` });
    ({ token } = await newLearner(site));
  });
  test.afterAll(async () => {
    await study.close();
    await healthy.close();
    await site.stop();
  });

  const open = async (page: Page): Promise<void> => {
    await page.addInitScript((value) => {
      localStorage.setItem('token', value);
    }, token);
    // A page without a part of mf-study. The dashboard shows the due items, so it would load the remote before the fault.
    await page.goto(`${site.site}/folders`);
    await expect(page.getByRole('heading', { level: 1, name: 'My Folders' })).toBeVisible();
  };
  /**
   * Milliseconds from the click on a link until the card is shown: on the page's clock (`passed`), and without the time that the page
   * waited for a CPU (`served`).
   */
  const timeToCard = async (page: Page, link: string): Promise<{ passed: number; served: number }> => {
    const seen = page.evaluate(
      () =>
        new Promise<{ passed: number; served: number }>((resolve) => {
          let clicked = 0;
          let waited = 0;
          const everyMs = 10;
          const start = (): void => {
            let last = (clicked = performance.now());
            setInterval(() => {
              const now = performance.now();
              waited += Math.max(0, now - last - 2 * everyMs);
              last = now;
            }, everyMs);
          };
          addEventListener('click', start, { capture: true, once: true });
          const watcher = new MutationObserver(() => {
            if (![...document.querySelectorAll('main [role=alert] button')].some((button) => button.textContent.includes('Try again')))
              return;
            watcher.disconnect();
            const passed = performance.now() - clicked;
            resolve({ passed, served: passed - waited });
          });
          watcher.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await main(page).getByRole('link', { name: link }).click();
    return seen;
  };

  /** One page of each other remote, with a heading that only its own code renders. */
  const others = {
    'mf-auth': { link: 'Settings', heading: 'Settings' },
    'mf-library': { link: 'My Folders', heading: 'My Folders' },
    'mf-billing': { path: '/subscription', heading: /Subscription/ },
  } as const;
  for (const [down, area] of Object.entries(others))
    test(`without ${down} the rest works, and "Try again" brings its page back without a reload`, async ({ page, watched }) => {
      watched.allow(/ERR_CONNECTION_REFUSED|could not be loaded/);
      await page.addInitScript((value) => {
        localStorage.setItem('token', value);
      }, token);
      await healthy.stop(down);
      await page.goto(`${site.site}/progress`);
      await expect(page.getByRole('heading', { level: 1, name: /Progress/ })).toBeVisible();
      if ('path' in area) await page.goto(`${site.site}${area.path}`);
      else await main(page).getByRole('link', { name: area.link }).click();
      await expect(again(page)).toBeVisible();
      // The frame is the shell's, and stays.
      await expect(main(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
      await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
      await healthy.start(down);
      await again(page).click();
      await expect(page.getByRole('heading', { level: 1, name: area.heading })).toBeVisible();
      expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    });

  const faults: { fault: Fault; least: number; most: number }[] = [
    { fault: 'hanging', least: 4_500, most: 5_500 },
    { fault: 'slow', least: 4_500, most: 5_500 },
    { fault: 'dead', least: 0, most: 5_500 },
    { fault: 'garbage', least: 0, most: 5_500 },
  ];
  for (const { fault, least, most } of faults)
    for (const [what, files] of [
      ['all of it', /./],
      ['its chunks', /\/(?!remoteEntry)[^/]+\.js/],
    ] as const)
      test(`${fault}, ${what}: the card in time, the rest goes on, "Try again" without a reload`, async ({ page, watched }) => {
        watched.allow(
          /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_ABORTED|integrity|could not be loaded|did not load within|ChunkLoadError|Loading chunk/i,
        );
        await open(page);
        await study.fail(fault, files);
        const { passed, served } = await timeToCard(page, 'Quizzes');
        expect(passed).toBeGreaterThanOrEqual(least);
        expect(served).toBeLessThanOrEqual(most);
        // Everything around it works, including pages that were not loaded before.
        await main(page).getByRole('link', { name: 'Settings' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
        await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
        const isLate = least > 0;
        await main(page).getByRole('link', { name: 'Quizzes' }).click();
        if (!isLate) await expect(again(page)).toBeVisible();
        await study.heal();
        if (isLate) await expect(again(page)).toBeVisible();
        await again(page).click();
        await expect(page.getByRole('heading', { level: 1, name: /Quizzes/ })).toBeVisible();
        expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
      });
});
