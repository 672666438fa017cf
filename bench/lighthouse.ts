import { startSite } from '@lectern/e2e/site';
import { freePort } from '@lectern/test-servers';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { row, type Row } from './table.ts';

/** Every page that needs no account: the first impression, for which performance matters. */
const pages = ['/', '/login', '/register', '/forgot-password', '/reset-password/token', '/verify', '/nowhere'];
const least = { performance: 0.95, accessibility: 1, 'best-practices': 1 };
type Category = keyof typeof least;

/** Lighthouse's scores on its simulated phone. */
export async function benchLighthouse(): Promise<Row[]> {
  const site = await startSite();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', `--remote-debugging-port=${String(port)}`],
  });
  try {
    const rows: Row[] = [];
    for (const path of pages) {
      const wanted: Category[] = path === '/' ? ['performance', 'accessibility', 'best-practices'] : ['accessibility', 'best-practices'];
      const result = await lighthouse(`${site.site}${path}`, { port, onlyCategories: wanted, logLevel: 'error', output: 'json' });
      if (!result) throw new Error(`Lighthouse says nothing about ${path}.`);
      const { categories, audits } = result.lhr;
      for (const category of wanted) {
        const score = categories[category]?.score ?? 0;
        const lost = (categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1))
          .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
        const isMet = score >= least[category];
        rows.push(
          row(
            `${path}: ${category}`,
            score,
            `at least ${String(least[category])}${isMet ? '' : '   BELOW ITS LIMIT'} ${lost.join(', ')}`.trim(),
          ),
        );
      }
    }
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}
