import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Learner } from './api.ts';
import type { SiteAddresses } from './site.ts';

/** A browser with a service worker, on which a learner is signed in. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Cuts the network, or brings it back. */
  setOffline: (isOffline: boolean) => Promise<void>;
  /** Lists the addresses in one of the worker's caches. */
  kept: (cache: 'frame' | 'files' | 'answers' | 'pictures') => Promise<string[]>;
}

/** Opens the dashboard on a new device. Resolves once it has all that it needs without a network, with the queue of today. */
export const newDevice = async (browser: Browser, { site }: Pick<SiteAddresses, 'site'>, { token }: Learner): Promise<Device> => {
  const context = await browser.newContext({ baseURL: site, serviceWorkers: 'allow', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto('/dashboard');
  const kept: Device['kept'] = (cache) =>
    page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), `lectern-${cache}`);
  await expect.poll(async () => (await kept('frame')).length).toBe(1);
  await expect.poll(async () => (await kept('answers')).filter((url) => url.includes('/reviews/queue'))).toHaveLength(1);
  return {
    context,
    page,
    setOffline: async (isOffline) => {
      // Otherwise the browser's own cache would have the scripts as well.
      if (isOffline) {
        const session = await context.newCDPSession(page);
        await session.send('Network.clearBrowserCache');
        await session.detach();
      }
      await context.setOffline(isOffline);
    },
    kept,
  };
};
