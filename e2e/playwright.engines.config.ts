import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { reporters } from './support/settings.ts';

/** The tests of the API once more, on a site whose data is in MongoDB. */
export default defineConfig(base, {
  testDir: './specs/api',
  outputDir: './results/engines',
  globalSetup: './support/globalSetupMongo.ts',
  reporter: reporters('engines'),
});
