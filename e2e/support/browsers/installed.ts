import { existsSync } from 'node:fs';

/** Debian's Firefox ESR. */
export const firefoxPath = '/usr/bin/firefox-esr';

/** Debian's WebKitGTK: a minimal browser, its driver, and a virtual display. */
export const webKitPaths = {
  browser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  driver: '/usr/bin/WebKitWebDriver',
  display: '/usr/bin/Xvfb',
} as const;

/** Why tests in Firefox are skipped; undefined if it is installed. */
export const firefoxMissing = existsSync(firefoxPath) ? undefined : 'skipped: Firefox is missing (Debian: apt-get install firefox-esr).';

/** Why tests in WebKitGTK are skipped; undefined if it is installed. */
export const webKitMissing = Object.values(webKitPaths).every((path) => existsSync(path))
  ? undefined
  : 'skipped: WebKit is missing (Debian: apt-get install webkit2gtk-driver xvfb).';
