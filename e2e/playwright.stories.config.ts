import { defineConfig } from '@playwright/test';
import { browser, reporters } from './support/settings.ts';

/** Every story of every Storybook, in real Chromium, without a backend. */
export default defineConfig({
  testDir: './stories',
  // A team that looks at its own has not built the others.
  ...(process.env['LECTERN_STORIES'] !== undefined && { testIgnore: '**/composed.spec.ts' }),
  outputDir: './results/stories',
  timeout: 60_000,
  expect: { timeout: 15_000, toHaveScreenshot: { animations: 'disabled' } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // In CI a picture that is missing is a failure; elsewhere it is made, to be looked at and committed.
  updateSnapshots: process.env['CI'] === undefined ? 'missing' : 'none',
  workers: 2,
  // A test that needed a second try counts as failed.
  retries: 1,
  fullyParallel: true,
  reporter: reporters('stories'),
  use: { trace: 'off', viewport: { width: 1280, height: 800 }, ...browser },
});
