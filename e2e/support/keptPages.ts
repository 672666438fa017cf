import { test as base, type Page } from '@playwright/test';
import { now } from '../fixtures/learner.ts';
import type { Visitor } from './answers.ts';
import { theSite } from './api.ts';

interface KeptPages {
  /** The page of such a visitor, with a clock that stands at the fixtures' day and an empty storage. */
  pageOf: (visitor: Visitor) => Promise<Page>;
}

const openPage = async (newPage: () => Promise<Page>): Promise<Page> => {
  const page = await newPage();
  await page.clock.install({ time: now });
  return page;
};

/**
 * A test whose pages stay open for all tests of a worker, one for each kind of visitor. A page of its own would load and compile the site's scripts
 * anew for each test, which takes longer than all that the test does.
 */
export const test = base.extend<object, KeptPages>({
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<Visitor, Promise<Page>>();
      await use(async (visitor) => {
        const opened = pages.get(visitor) ?? openPage(() => browser.newPage({ baseURL: theSite().site, reducedMotion: 'reduce' }));
        pages.set(visitor, opened);
        const page = await opened;
        // An address of the site at which none of its scripts run, so that nothing is stored again.
        await page.goto('/robots.txt');
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await page.clock.setSystemTime(now);
        return page;
      });
      await Promise.all([...pages.values()].map(async (page) => (await page).context().close()));
    },
    { scope: 'worker' },
  ],
});
export { expect } from '@playwright/test';
