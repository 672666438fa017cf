import type { ReporterDescription } from '@playwright/test';

/** What Playwright switches off in Chromium, which heeds only the last list that it is given (Playwright's `chromiumSwitches.ts`). */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages of the address bar's own, which each new context would load beside the page that is tested: as much work as that page. */
const offForUs = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

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
      `--disable-features=${[...offForPlaywright, ...offForUs].join(',')}`,
    ],
  },
};

/** One line a test, and a report for the summary of `npm test`. */
export const reporters = (name: string): ReporterDescription[] => [
  ['list'],
  ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? `./results/${name}.json` }],
];
