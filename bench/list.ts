import { startSite } from '@lectern/e2e/site';
import { chromium, type Page } from '@playwright/test';
import { fakeApi, openGuideList } from './fakeApi.ts';
import { median, row, type Row } from './table.ts';

const few = 20;
const many = 2_000;

/** Milliseconds from each typed letter to the frame that shows it. */
const typing = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('main input');
    if (!field) throw new Error('The list has no search field.');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const times: number[] = [];
    for (let letter = 0; letter < 30; letter += 1) {
      await frame();
      const start = performance.now();
      write?.call(field, `${field.value}a`.slice(-3));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      times.push(performance.now() - start);
    }
    return times;
  });

/** Milliseconds of each frame while scrolling through the page. */
const scrolling = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    let last = await frame();
    for (let step = 0; step < 90; step += 1) {
      scrollBy(0, 400);
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return times;
  });

/** A list of 2,000 guides against one of 20, in the same run. */
export async function benchList(): Promise<Row[]> {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const measure = async (count: number) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
      await fakeApi(page, { api: site.api, guides: count });
      await openGuideList(page, site.site, count);
      const frames = await scrolling(page);
      await page.evaluate(() => scrollTo(0, 0));
      const letters = await typing(page);
      await page.close();
      return { letters: median(letters), frame: median(frames), slowest: Math.max(...frames) };
    };
    const small = await measure(few);
    const large = await measure(many);
    return [
      row(
        'a letter in the search',
        large.letters / small.letters,
        `${large.letters.toFixed(1)} ms with ${many}, ${small.letters.toFixed(1)} ms with ${few}`,
      ),
      row(
        'a frame while scrolling',
        large.frame / small.frame,
        `${large.frame.toFixed(1)} ms with ${many} (slowest ${large.slowest.toFixed(0)}), ${small.frame.toFixed(1)} ms with ${few}`,
      ),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}
