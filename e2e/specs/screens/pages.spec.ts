import type { Page } from '@playwright/test';
import { now } from '../../fixtures/learner.ts';
import { pages, goAndSettle, setScene } from '../../support/answers.ts';
import { violationsOf } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

/**
 * The visible part of a page on a phone and on a desktop, and a width close by at which no picture is taken: the narrowest phone, and a tablet,
 * where the sidebar appears. The wide pictures are kept at half their size: enough to compare. The dark theme has the same layout and no picture:
 * axe checks its colours on the desktop, which shows the sidebar, too.
 */
const windows = [
  { width: 360, height: 740, deviceScaleFactor: 1, other: 320, isDarkChecked: false },
  { width: 1280, height: 800, deviceScaleFactor: 0.5, other: 768, isDarkChecked: true },
];

/** The most that a page's content may move on its own while it loads (cumulative layout shift). */
const mostLayoutShift = 0.05;
/** An API that takes its time, so that skeletons are seen. Milliseconds. */
const answerAfterMs = 300;

/** What the browser tells of a shift; the DOM's types lack it. */
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

/** The page has one heading of the first level, and leaves out no level further down: 1, 2, 3, 2. */
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

for (const { width, height, deviceScaleFactor, other, isDarkChecked } of windows)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor });
    for (const { name, path, ready, ...scene } of pages)
      test(`${name} at ${width} px: no jump while it loads, no sideways scrolling (at ${other} px, too), no accessibility violation, and as on its picture`, async ({
        page,
        watched,
      }) => {
        if (scene.answers) watched.allow(/^400: |status of 400/);
        await page.clock.setFixedTime(now);
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
        await page.addInitScript(() => {
          const counted = globalThis as unknown as Shifts;
          counted.layoutShift = 0;
          counted.moved = [];
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
              if (hadRecentInput) continue;
              counted.layoutShift += value;
              for (const { node, previousRect, currentRect } of sources)
                counted.moved.push(
                  `${node?.textContent?.slice(0, 40) ?? ''}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
                );
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
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

        expect(await violationsOf(page), 'light theme').toEqual([]);
        await expect(page).toHaveScreenshot(`${name}-${width}-light.png`, { scale: 'device' });
        if (isDarkChecked) {
          await page.emulateMedia({ colorScheme: 'dark' });
          expect(await violationsOf(page, { onlyColours: true }), 'dark theme').toEqual([]);
        }
        await page.setViewportSize({ width: other, height });
        expect(await overflowOf(page), `sideways at ${other} px`).toBeLessThanOrEqual(0);
      });
  });

test('the headings of the pages that the specification has not', async ({ page, watched }) => {
  watched.allow(/^404: |status of 404/);
  const absent = { status: 404, body: { msg: 'Not found.', code: 'not_found' } };
  await setScene(page, { visitor: 'free', answers: { listAttempts: { body: [] }, getFolder: absent } });
  for (const path of ['/quizzes/quiz1/print', '/flashcards/deck1/print', '/quizzes/quiz1/attempts', '/folders/absent', '/nowhere']) {
    await goAndSettle(page, path);
    await expectHeadings(page);
  }
});
