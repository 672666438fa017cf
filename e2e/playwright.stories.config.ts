import { defineConfig } from '@playwright/test';
import { browser, reporters } from './support/settings.ts';

/** Every story of every Storybook, in real Chromium, without a backend. */
export default defineConfig({
  testDir: './stories',
  // A team that tests only its own stories has not built the others.
  ...(process.env['LECTERN_STORIES'] !== undefined && { testIgnore: '**/composed.spec.ts' }),
  outputDir: './results/stories',
  // Only catches hung tests, as in the tests of the site.
  timeout: 300_000,
  expect: { timeout: 30_000, toHaveScreenshot: { animations: 'disabled' } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // In CI a missing picture is a failure; elsewhere it is created, to be reviewed and committed.
  updateSnapshots: process.env['CI'] === undefined ? 'missing' : 'none',
  workers: 2,
  fullyParallel: true,
  reporter: reporters('stories'),
  use: { viewport: { width: 1280, height: 800 }, ...browser },
});
