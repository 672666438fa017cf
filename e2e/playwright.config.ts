import { defineConfig } from '@playwright/test';
import { browser, reporters } from './support/settings.ts';
import type { SiteAddresses } from './support/site.ts';

// Known to the workers, which start after the global set-up.
const { site } = JSON.parse(process.env['LECTERN_SITE'] ?? '{}') as Partial<SiteAddresses>;

/** What takes a worker a minute and more: begun first, it does not end alone when all else is done. */
const begunFirst = [
  ...['faults', 'fuzz', 'instances', 'releases', 'team-day', 'attacks/event-loop', 'attacks/slow', 'attacks/uploads'],
  ...['screens/pages', 'screens/troubles-acting'],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: './specs',
  outputDir: './results/site',
  globalSetup: './support/globalSetup.ts',
  // A limit for what hangs. It says nothing about speed: a busy machine may take several times as long as a quiet one.
  timeout: 600_000,
  // Another build of the browser draws edges of letters a little differently.
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled' } },
  // Many tests wait for a page or a process, so that four keep two processors busy. Five are no faster.
  workers: 4,
  fullyParallel: false,
  projects: [
    { name: 'begun first', testMatch: begunFirst },
    { name: 'all others', testIgnore: begunFirst },
  ],
  snapshotPathTemplate: '{testDir}/screens/pictures/{arg}{ext}',
  // In CI a picture that is missing is a failure; elsewhere it is made, to be looked at and committed.
  updateSnapshots: process.env['CI'] === undefined ? 'missing' : 'none',
  reporter: reporters('site'),
  use: { ...(site !== undefined && { baseURL: site }), ...browser },
});
