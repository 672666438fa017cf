import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { remoteIds, remotePortSetting } from '@lectern/contracts';
import { newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import type { SiteAddresses } from '../support/site.ts';

const root = join(import.meta.dirname, '..', '..');
const { site, ports } = JSON.parse(process.env['LECTERN_SITE'] ?? '{}') as SiteAddresses;

/** Lists the files below a folder, as paths with slashes. Leaves out compressed copies, which are served in place of the originals. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split('\\')
        .join('/'),
    );

/** The URLs of everything that a page can request: all build output, including chunks, icons, fonts and samples. */
const builtAssets = (): string[] => {
  const ofShell = filesBelow(join(root, 'shell', 'dist')).filter((path) => /^(?:fonts|[0-9a-f]{16})\//.test(path));
  const ofRemotes = remoteIds.flatMap((id) =>
    filesBelow(join(root, id, 'dist'))
      .filter((path) => /^[0-9a-f]{16}\//.test(path))
      .map((path) => `http://localhost:${String(ports[remotePortSetting(id)])}/${path}`),
  );
  return [...ofShell.map((path) => `${site}/assets/${path}`), ...ofRemotes];
};

test('every file of the built site is served', async () => {
  const assets = builtAssets();
  expect(assets.filter((address) => address.endsWith('.pptx'))).toHaveLength(3);
  const missing: string[] = [];
  for (const address of assets) {
    const { status } = await fetch(address, { method: 'HEAD' });
    if (status !== 200) missing.push(`${String(status)} ${address}`);
  }
  expect(missing).toEqual([]);
});

test('a second visit loads no script and no font again, and another page only its own', async ({ browser }) => {
  const context = await browser.newContext();
  const { token } = await newLearner();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  /** Opens a page in a new tab. Returns the scripts and fonts that came from the network. */
  const visit = async (path: string): Promise<string[]> => {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const loaded: string[] = [];
    await cdp.send('Network.enable');
    cdp.on('Network.responseReceived', ({ type, response }) => {
      if ((type === 'Script' || type === 'Font') && response.fromDiskCache !== true) loaded.push(response.url);
    });
    cdp.on('Network.requestServedFromCache', () => undefined);
    await page.goto(`${site}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.close();
    return loaded;
  };
  expect((await visit('/folders')).length).toBeGreaterThan(5);
  expect(await visit('/folders')).toEqual([]);
  const other = await visit('/study-materials');
  expect(other.length).toBeGreaterThan(0);
  for (const address of other) expect(address).toContain(`:${String(ports[remotePortSetting('mf-library')])}/`);
  expect(await visit('/study-materials')).toEqual([]);
  await context.close();
});

const samples = ['Nursing: heart failure', 'Law: contract formation', 'Biology: cell respiration'];

for (const sample of samples)
  test(`the sample "${sample}" becomes a guide, from the dashboard and from the create page`, async ({ page }) => {
    const { token } = await newLearner();
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    for (const path of ['/dashboard', '/study-materials/create']) {
      await page.goto(path);
      await page.getByRole('button', { name: sample }).click();
      await expect(page).toHaveURL(/\/study-materials\/create$/);
      await expect(page.getByText(/^\d+ slides, /)).toBeVisible();
      await page.getByRole('button', { name: 'Generate Guide' }).click();
      await expect(page).toHaveURL(/\/study-materials$/);
      await page.getByRole('article').first().getByRole('link').first().click();
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
    }
  });
