import type { Page } from '@playwright/test';
import { now } from '../../fixtures/learner.ts';
import { pages, goAndSettle, setScene } from '../../support/answers.ts';
import { offerAxe, violationsOf } from '../../support/axe.ts';
import { watch } from '../../support/browser.ts';
import { expect, test } from '../../support/keptPages.ts';

/**
 * Screenshots of a page's visible part on a phone and on a desktop. Each also has a neighbouring width without a screenshot: the narrowest
 * phone, and a tablet, where the sidebar appears. Desktop screenshots have half the resolution, which is enough to compare. The dark theme
 * has the same layout, so it gets no screenshot: axe checks its colours on the desktop, including the sidebar.
 */
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.5 };
const windows = [
  { window: phone, other: 320 },
  { window: desktop, other: 768 },
];

/** Maximum cumulative layout shift while a page loads. */
const mostLayoutShift = 0.05;
/** Delay of the API, so that skeletons are shown. Milliseconds. */
const answerAfterMs = 300;

/** A layout shift as browsers report it. TypeScript's DOM types lack it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
interface Shifts {
  layoutShift: number;
  moved: string[];
}

/** How far a page scrolls sideways, in pixels. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks that the page has one heading of level 1 and skips no level on the way down: 1, 2, 3, 2. */
const expectHeadings = async (page: Page): Promise<void> => {
  const levels = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility() && heading.textContent.trim() !== '')
      .map(({ tagName }) => Number(tagName[1])),
  );
  expect(
    levels.filter((level) => level === 1),
    'headings of the first level',
  ).toEqual([1]);
  expect(
    levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1),
    `no level left out in ${levels.join(' ')}`,
  ).toEqual([]);
};

/** Counts the layout shifts of every document that the page opens. Idempotent, because a page that stays open gets it more than once. */
const countShifts = (): void => {
  const counted = globalThis as unknown as Shifts;
  if (Object.hasOwn(counted, 'layoutShift')) return;
  counted.layoutShift = 0;
  counted.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      counted.layoutShift += value;
      for (const { node, previousRect, currentRect } of sources)
        counted.moved.push(`${node?.textContent?.slice(0, 40) ?? ''}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

for (const { name, path, ready, ...scene } of pages)
  test(`${name} on a phone and a desktop: no jump while it loads, no sideways scrolling at four widths, no accessibility violation, and as on its pictures`, async ({
    pageOf,
  }) => {
    for (const { window, other } of windows)
      await test.step(`${window.viewport.width} px`, async () => {
        const page = await pageOf(scene.visitor, window);
        const watched = watch(page);
        if (scene.answers) watched.allow(/^400: |status of 400/);
        await page.setViewportSize(window.viewport);
        await page.clock.setFixedTime(now);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.addInitScript(countShifts);
        if (window === desktop) await offerAxe(page);
        await setScene(page, { ...scene, delayMs: answerAfterMs });
        await goAndSettle(page, path, ready);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));

        const { layoutShift, moved } = await page.evaluate(() => {
          const counted = globalThis as unknown as Shifts;
          return { layoutShift: counted.layoutShift, moved: counted.moved };
        });
        expect(layoutShift, `layout shift: ${moved.join('; ')}`).toBeLessThanOrEqual(mostLayoutShift);
        expect(await overflowOf(page), 'sideways').toBeLessThanOrEqual(0);
        await expect(page).toHaveTitle(/^(\S.* · Lectern|Lectern: \S.*)$/);
        await expectHeadings(page);
        await expect(page).toHaveScreenshot(`${name}-${window.viewport.width}-light.png`, { scale: 'device' });
        if (window === desktop) {
          expect(await violationsOf(page), 'light theme').toEqual([]);
          await page.emulateMedia({ colorScheme: 'dark' });
          expect(await violationsOf(page, { onlyColours: true }), 'dark theme').toEqual([]);
        }
        await page.setViewportSize({ ...window.viewport, width: other });
        expect(await overflowOf(page), `sideways at ${other} px`).toBeLessThanOrEqual(0);
        if (window === desktop) {
          // The phone layout is the same document in a narrower window, and this page has axe loaded.
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize(phone.viewport);
          expect(await violationsOf(page), 'light theme on a phone').toEqual([]);
        }
        watched.stop();
        expect(watched.problems).toEqual([]);
      });
  });

test('the headings of printed pages, attempts and addresses with nothing behind them', async ({ pageOf }) => {
  const page = await pageOf('free', desktop);
  const watched = watch(page);
  watched.allow(/^404: |status of 404/);
  const absent = { status: 404, body: { msg: 'Not found.', code: 'not_found' } };
  await setScene(page, { visitor: 'free', answers: { listAttempts: { body: [] }, getFolder: absent } });
  for (const path of ['/quizzes/quiz1/print', '/flashcards/deck1/print', '/quizzes/quiz1/attempts', '/folders/absent', '/nowhere']) {
    await goAndSettle(page, path);
    await expectHeadings(page);
  }
  watched.stop();
  expect(watched.problems).toEqual([]);
});
