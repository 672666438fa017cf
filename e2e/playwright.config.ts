import { defineConfig } from '@playwright/test';
import type { SiteAddresses } from './support/site.ts';

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

// Known to the workers, which start after the global set-up.
const { site } = JSON.parse(process.env['LECTERN_SITE'] ?? '{}') as Partial<SiteAddresses>;

export default defineConfig({
  testDir: './specs',
  outputDir: './results',
  globalSetup: './support/globalSetup.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // Machines are noisy; what needed a second try is named in the output, not hidden.
  retries: 1,
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? './results/results.json' }]],
  use: {
    ...(site !== undefined && { baseURL: site }),
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
