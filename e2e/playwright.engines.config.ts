import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { reporters } from './support/settings.ts';

/**
 * Runs the API tests tagged `@engine` again, on a site with its data in MongoDB. They cover what depends on the storage engine: paginated
 * lists, searches, guarded counts, unique keys, repeated or concurrent requests, and deletion. The other tests check schemas, statuses and
 * headers, which are decided before anything is stored. The contract suite of `packages/server/document-store` runs in full on both
 * engines.
 */
export default defineConfig(base, {
  testDir: './specs/api',
  grep: /@engine/,
  outputDir: './results/engines',
  globalSetup: './support/globalSetupMongo.ts',
  reporter: reporters('engines'),
});
