import { defineConfig } from '@playwright/test';
import { browser, reporters } from './support/settings.ts';

/** Every story of every Storybook, in real Chromium, without a backend. */
export default defineConfig({
  testDir: './stories',
  outputDir: './results/stories',
  timeout: 30_000,
  expect: { timeout: 5_000 },
  workers: 2,
  retries: 1,
  fullyParallel: true,
  reporter: reporters('stories'),
  use: { trace: 'off', viewport: { width: 1280, height: 800 }, ...browser },
});
