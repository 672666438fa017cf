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
 * Popups of the address bar: each new browser context would load them, which costs as much as the tested page. And a process that waits for the next
 * page, of which a third would never get one.
 */
const offForUs = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Debian's Chromium, with the arguments for a test machine. */
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
      // The headless shell would shift letters to whole pixels, and its pictures would differ from those of Chromium.
      '--font-render-hinting=none',
      // A page lives for seconds: compilers that optimise cost it more than they save.
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
