import type { DrivenBrowser } from './DrivenBrowser.ts';
import { firefoxMissing, webKitMissing } from './installed.ts';
import { openFirefox } from './openFirefox.ts';
import { openWebKit } from './openWebKit.ts';

/** Chromium is what all other tests run in. These are the two other engines that learners have, in browsers as Debian ships them. */
export const browsers: readonly { name: string; missing: string | undefined; open: () => Promise<DrivenBrowser> }[] = [
  { name: 'Firefox', missing: firefoxMissing, open: openFirefox },
  { name: 'WebKitGTK', missing: webKitMissing, open: openWebKit },
];
