import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { remoteIds } from '@lectern/contracts';
import { startSite, type RunningSite } from '@lectern/e2e/site';
import { chromium, type Browser } from '@playwright/test';
import { modulesOf } from './federation/largestModules.ts';
import { fixturesFor } from './federation/fixturesFor.ts';
import { bytesOf, kilobytes, optionsOf, pages, verdict, type PageName } from './federation/measuredPages.ts';
import { visit, type Visit } from './federation/visit.ts';
import { row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');

/** Returns the built file of a script that a page loaded. */
const fileOf = (url: string, folders: readonly string[]): string | undefined => {
  const name = new URL(url).pathname.split('/').slice(-2).join('/');
  return folders.map((folder) => join(folder, name)).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
};

/** Lists the ten largest modules of a page's scripts, in minified kB. */
const largestOf = ({ scripts }: Visit, folders: readonly string[]): string => {
  const files = scripts.flatMap(({ url }) => fileOf(url, folders) ?? []);
  const modules = modulesOf(files);
  return modules
    .slice(0, 10)
    .map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(0)}`)
    .join(', ');
};

const weigh = async (browser: Browser, site: RunningSite): Promise<Row[]> => {
  const folders = ['shell', ...remoteIds].map((part) => join(root, part, 'dist'));
  const entries = globSync('mf-*/dist/*/remoteEntry.js.br', { cwd: root }).map((file) => ({
    file,
    bytes: statSync(join(root, file)).size,
  }));
  const rows = entries.map(({ file, bytes }) =>
    row(`entry of ${file.split('/')[0] ?? ''}`, undefined, `${kilobytes(bytes)}; at most 8 kB${verdict(bytes <= 8_000)}`),
  );
  for (const name of Object.keys(pages) as PageName[]) {
    const seen = await visit(browser, optionsOf(site.site, name));
    const bytes = bytesOf(seen);
    const { most } = pages[name];
    rows.push(
      row(name, bytes / most, `${kilobytes(bytes)} of ${kilobytes(most)} brotli JavaScript${verdict(bytes <= most)}`),
      row('', undefined, `largest, minified kB: ${largestOf(seen, folders)}`),
    );
  }
  return rows;
};

/** Each page's JavaScript size against its limit, its largest modules, and the sizes of the remotes' entries. */
export async function benchWeights(): Promise<Row[]> {
  const site = await startSite();
  fixturesFor(site);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    return await weigh(browser, site);
  } finally {
    await browser.close();
    await site.stop();
  }
}
