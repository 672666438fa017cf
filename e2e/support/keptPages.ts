import { randomUUID } from 'node:crypto';
import { test as base, type BrowserContextOptions, type Disposable, type Page } from '@playwright/test';
import { now } from '../fixtures/learner.ts';
import type { Visitor } from './answers.ts';
import { theSite } from './api.ts';
import { expect, watch, type Watch } from './browser.ts';

interface KeptPages {
  /** Returns the page for a visitor and window. Its clock shows the fixtures' date, and its storage is empty. */
  pageOf: (visitor: Visitor, window?: KeptWindow) => Promise<Page>;
}
type KeptWindow = Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'hasTouch' | 'isMobile' | 'javaScriptEnabled'>;

const openPage = async (newPage: () => Promise<Page>): Promise<Page> => {
  const page = await newPage();
  await page.clock.install({ time: now });
  return page;
};

/** Clears the page's storage once per test, before any script of the site runs. */
const emptyStorage = (test: string): void => {
  if (sessionStorage.getItem('test') === test) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('test', test);
};

/**
 * A test whose pages stay open for all tests of a worker, one per kind of visitor and window. A new page would load and compile the site's
 * scripts again for each test, which takes longer than the test itself.
 */
export const test = base.extend<object, KeptPages>({
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string, Promise<Page>>();
      const emptied = new Map<Page, Disposable>();
      await use(async (visitor, window = {}) => {
        const kind = JSON.stringify([visitor, window]);
        const opened = pages.get(kind) ?? openPage(() => browser.newPage({ baseURL: theSite().site, reducedMotion: 'reduce', ...window }));
        pages.set(kind, opened);
        const page = await opened;
        await emptied.get(page)?.dispose();
        emptied.set(page, await page.addInitScript(emptyStorage, randomUUID()));
        await page.clock.setSystemTime(now);
        return page;
      });
      await Promise.all([...pages.values()].map(async (page) => (await page).context().close()));
    },
    { scope: 'worker' },
  ],
});

/**
 * A test with one kept page, which fails on any console error, failed request or policy violation. Each test starts with the window's size,
 * the default media and no permissions.
 */
export const testIn = (window: KeptWindow & Required<Pick<KeptWindow, 'viewport'>>) =>
  test.extend<{ page: Page; watched: Watch }>({
    page: async ({ pageOf }, use) => {
      const page = await pageOf('free', window);
      if (window.viewport) await page.setViewportSize(window.viewport);
      await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'no-preference' });
      await page.context().clearPermissions();
      await use(page);
    },
    watched: [
      async ({ page }, use) => {
        const watched = watch(page);
        await use(watched);
        watched.stop();
        expect(watched.problems).toEqual([]);
      },
      { auto: true },
    ],
  });
export { expect };
