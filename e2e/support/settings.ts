import type { ReporterDescription } from '@playwright/test';

/** Debian's Chromium, and what it must not do on a test machine. */
export const browser = {
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
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
};

/** One line a test, and a report for the summary of `npm test`. */
export const reporters = (name: string): ReporterDescription[] => [
  ['list'],
  ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? `./results/${name}.json` }],
];
