import type { DrivenBrowser } from './DrivenBrowser.ts';
import { firefoxMissing, webKitMissing } from './installed.ts';
import { openFirefox } from './openFirefox.ts';
import { openWebKit } from './openWebKit.ts';

/** All other tests run in Chromium. These are the other two engines that learners use, in the browsers that Debian ships. */
export const browsers: readonly { name: string; missing: string | undefined; open: () => Promise<DrivenBrowser> }[] = [
  { name: 'Firefox', missing: firefoxMissing, open: openFirefox },
  { name: 'WebKitGTK', missing: webKitMissing, open: openWebKit },
];
