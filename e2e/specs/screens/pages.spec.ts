import { now } from '../../fixtures/learner.ts';
import { pages, goAndSettle, setScene } from '../../support/answers.ts';
import { violationsOf } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

/** The visible part of a page on a phone and on a desktop. The wide pictures are kept at half their size: enough to compare. */
const windows = [
  // The dark theme has the same layout, so one picture of it is enough; axe checks its colours on the desktop, which shows the sidebar, too.
  { width: 360, height: 740, deviceScaleFactor: 1, hasDarkPicture: true },
  { width: 1280, height: 800, deviceScaleFactor: 0.5, hasDarkPicture: false },
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

for (const { width, height, deviceScaleFactor, hasDarkPicture } of windows)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor });
    for (const { name, path, ready, ...scene } of pages)
      test(`${name} at ${width} px: no jump while it loads, no sideways scrolling, no accessibility violation, and as on its pictures`, async ({
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

        const { shift, moved, overflow } = await page.evaluate(() => ({
          shift: (globalThis as unknown as Shifts).layoutShift,
          moved: (globalThis as unknown as Shifts).moved,
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
        expect(shift, `layout shift: ${moved.join('; ')}`).toBeLessThanOrEqual(mostLayoutShift);
        expect(overflow, 'sideways').toBeLessThanOrEqual(0);
        await expect(page).toHaveTitle(/^(\S.* · Lectern|Lectern: \S.*)$/);

        expect(await violationsOf(page), 'light theme').toEqual([]);
        await expect(page).toHaveScreenshot(`${name}-${width}-light.png`, { scale: 'device' });
        await page.emulateMedia({ colorScheme: 'dark' });
        if (!hasDarkPicture) expect(await violationsOf(page, { onlyColours: true }), 'dark theme').toEqual([]);
        else await expect(page).toHaveScreenshot(`${name}-${width}-dark.png`, { scale: 'device' });
      });
  });

/** Widths at which no picture is taken: the narrowest phone, and a tablet, where the sidebar appears. */
const otherWidths = [320, 768];

test(`no page scrolls sideways at ${otherWidths.join(' and ')} px`, async ({ page, watched }) => {
  watched.allow(/^400: |status of 400/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const wide: string[] = [];
  for (const { name, path, ready, ...scene } of pages) {
    await setScene(page, scene);
    await goAndSettle(page, path, ready);
    for (const width of otherWidths) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) wide.push(`${name} at ${width} px: ${overflow} px`);
    }
  }
  expect(wide).toEqual([]);
});
