import { defineConfig } from '@playwright/test';
import { browser, reporters } from './support/settings.ts';
import type { SiteAddresses } from './support/site.ts';

// Set only in the workers, which start after the global set-up.
const { site } = JSON.parse(process.env['LECTERN_SITE'] ?? '{}') as Partial<SiteAddresses>;

/** Specs that take a minute or more. They start first, so that they do not run on alone after the rest. */
const begunFirst = [
  ...['faults', 'fuzz', 'instances', 'releases', 'team-day', 'attacks/event-loop', 'attacks/slow', 'attacks/uploads'],
  ...['screens/pages', 'screens/troubles-acting'],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: './specs',
  outputDir: './results/site',
  globalSetup: './support/globalSetup.ts',
  // Only catches hung tests. It is no performance limit, because a busy machine may take several times as long as a quiet one.
  timeout: 600_000,
  // Other browser builds render the edges of letters slightly differently.
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled' } },
  // Many tests wait for a page or a process, so four workers keep two CPUs busy. Five are no faster.
  workers: 4,
  fullyParallel: false,
  projects: [
    { name: 'begun first', testMatch: begunFirst },
    { name: 'all others', testIgnore: begunFirst },
  ],
  snapshotPathTemplate: '{testDir}/screens/pictures/{arg}{ext}',
  // In CI a missing picture is a failure; elsewhere it is created, to be reviewed and committed.
  updateSnapshots: process.env['CI'] === undefined ? 'missing' : 'none',
  reporter: reporters('site'),
  // Tests that replace answers would not see the requests of the service worker. `offline.spec.ts` tests it.
  use: { ...(site !== undefined && { baseURL: site }), ...browser, serviceWorkers: 'block', actionTimeout: 120_000 },
});
