import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { reporters } from './support/settings.ts';

/**
 * Tests of the API once more, on a site whose data is in MongoDB: those with the tag `@engine`, in which an engine could decide otherwise (lists by
 * cursor, searches, guarded counts, unique keys, what comes twice or at once, what is deleted). The others look at schemas, statuses and headers, which are decided before
 * anything is stored. The contract suite of `packages/server/document-store` runs on both engines in full.
 */
export default defineConfig(base, {
  testDir: './specs/api',
  grep: /@engine/,
  outputDir: './results/engines',
  globalSetup: './support/globalSetupMongo.ts',
  reporter: reporters('engines'),
});
