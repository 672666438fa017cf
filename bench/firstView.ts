import { startSite } from '@lectern/e2e/site';
import { chromium } from '@playwright/test';
import { visit, type Network } from './federation/visit.ts';
import { median, row, type Row } from './table.ts';

/** A very slow network: 50 kB per second and 150 ms. */
const network: Network = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const repeats = 3;
/** Limit for showing the frame, the navigation and the skeleton. Milliseconds. */
const frameBound = 2_000;

/** Selectors for the stages of loading a page. */
const stages = { 'frame, navigation and skeleton': 'nav a[href="/study-materials"]', 'the page itself': 'main h1' } as const;

/** First visit with an empty cache on a very slow network. Ratio: measured time to the limit for the frame. */
export async function benchFirstView(): Promise<Row[]> {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const rows: Row[] = [];
    for (const path of ['/dashboard', '/study-materials'])
      for (const [stage, content] of Object.entries(stages)) {
        const times: number[] = [];
        for (let round = 0; round < repeats; round += 1) {
          const options = { address: `${site.site}${path}`, visitor: 'free', content, network } as const;
          times.push((await visit(browser, options)).content);
        }
        const time = median(times);
        rows.push(row(`${path}: ${stage}`, time / frameBound, `${time.toFixed(0)} ms`));
      }
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}
