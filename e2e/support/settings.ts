import type { ReporterDescription } from '@playwright/test';

/** The features that Playwright disables (`chromiumSwitches.ts`), repeated because Chromium uses only the last `--disable-features`. */
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
/**
 * Popups of the address bar, which each new browser context would load at the cost of a tested page; and a spare process for the next page,
 * of which a third would never be used.
 */
const offForUs = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Debian's Chromium, with arguments for a test machine. */
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
      // Otherwise the headless shell would snap letters to whole pixels, and its screenshots would differ from Chromium's.
      '--font-render-hinting=none',
      // A page lives for seconds, so optimising compilers cost more than they save.
      '--js-flags=--no-opt --no-maglev',
      `--disable-features=${[...offForPlaywright, ...offForUs].join(',')}`,
    ],
  },
};

/** One line per test, and a JSON report for the summary of `npm test`. */
export const reporters = (name: string): ReporterDescription[] => [
  ['list'],
  ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? `./results/${name}.json` }],
];
