import { existsSync } from 'node:fs';
import { firefoxMissing, webKitMissing } from '../../e2e/support/browsers/installed.ts';
import { nginxMissing } from '../../e2e/support/nginx.ts';
import { runStep } from './runStep.ts';

/** Headless Chromium, which needs a sixth less CPU time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Installs Debian packages, if this process may. */
const install = async (...packages: [string, ...string[]]): Promise<void> => {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  const script = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  await runStep(`install ${packages[0]}`, 'sh', ['-c', script]);
};

const places = [process.env['CHROMIUM_PATH'], headlessShell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const findChromium = (): string | undefined => places.find((file) => file && existsSync(file));

const installChromium = async (): Promise<string | undefined> => {
  if (process.env['CHROMIUM_PATH'] === undefined && !existsSync(headlessShell))
    await install('chromium-headless-shell', 'fonts-liberation');
  // Some Debian releases have no such package.
  if (!findChromium()) await install('chromium', 'fonts-liberation');
  return findChromium();
};
let chromium: Promise<string | undefined> | undefined;

/** Returns the path of Chromium, which is installed if it is missing. */
export const provideChromium = (): Promise<string | undefined> => (chromium ??= installChromium());

/** Installs nginx, Firefox and WebKitGTK if they are missing. Without nginx its tests fail; without a browser its tests are skipped. */
export const provideOtherBrowsers = async (): Promise<void> => {
  // Runs one installation at a time.
  await provideChromium();
  if (nginxMissing()) await install('nginx', 'libnginx-mod-http-brotli-static');
  if (firefoxMissing !== undefined) await install('firefox-esr');
  if (webKitMissing !== undefined) await install('webkit2gtk-driver', 'xvfb');
};
