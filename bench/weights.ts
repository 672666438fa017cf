import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { remoteIds } from '@lectern/contracts';
import { startSite, type RunningSite } from '@lectern/e2e/site';
import { chromium, type Browser } from '@playwright/test';
import { modulesOf } from './federation/largestModules.ts';
import { fixturesFor } from './federation/fixturesFor.ts';
import { bytesOf, kilobytes, optionsOf, pages, verdict, type PageName } from './federation/measuredPages.ts';
import { visit } from './federation/visit.ts';
import { row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');

/** Returns the built file of a script that a page loaded. */
const fileOf = (url: string, folders: readonly string[]): string => {
  const name = new URL(url).pathname.split('/').slice(-2).join('/');
  const file = folders.map((folder) => join(folder, name)).find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
  if (file === undefined) throw new Error(`No build contains ${url}.`);
  return file;
};

const gzipOf = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;

/** Lists the twelve largest libraries and parts of ours in scripts, in minified kB. */
const largestOf = (files: readonly string[]): string =>
  modulesOf(files)
    .slice(0, 12)
    .map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(0)}`)
    .join(', ');

const weigh = async (browser: Browser, site: RunningSite): Promise<Row[]> => {
  const folders = ['shell', ...remoteIds].map((part) => join(root, part, 'dist'));
  const entries = globSync('mf-*/dist/*/remoteEntry.js', { cwd: root }).map((file) => ({ file, bytes: gzipOf(join(root, file)) }));
  const rows = entries.map(({ file, bytes }) =>
    row(`entry of ${file.split('/')[0] ?? ''}`, undefined, `${kilobytes(bytes)}; at most 10 kB${verdict(bytes <= 10_000)}`),
  );
  for (const name of Object.keys(pages) as PageName[]) {
    const seen = await visit(browser, optionsOf(site.site, name));
    const files = seen.scripts.map(({ url }) => fileOf(url, folders));
    const bytes = files.reduce((sum, file) => sum + gzipOf(file), 0);
    const { most } = pages[name];
    rows.push(
      row(
        name,
        bytes / most,
        `${kilobytes(bytes)} of ${kilobytes(most)} with gzip, ${kilobytes(bytesOf(seen))} as delivered${verdict(bytes <= most)}`,
      ),
      row('', undefined, `largest, minified kB: ${largestOf(files)}`),
    );
  }
  return rows;
};

/** Each page's JavaScript size against its limit, what it consists of, and the sizes of the remotes' entries. */
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
