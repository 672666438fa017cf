import type { Browser } from '@playwright/test';
import { setScene } from '@lectern/e2e/answers';

/** A script as the network delivered it. */
export interface FetchedScript {
  url: string;
  /** Size of the body as sent. */
  bytes: number;
  /** Milliseconds from the start of the page. */
  start: number;
  end: number;
}

export interface Visit {
  /** Milliseconds until the page's own content is shown. */
  content: number;
  scripts: FetchedScript[];
}

/** A network that Chromium emulates. Bytes per second; latency in milliseconds. */
export interface Network {
  offline: boolean;
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

/** A slow mobile network, 150 ms and 1.6 Mbit/s, for which the time limits are set. */
export const slowPhone: Network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

export interface VisitOptions {
  address: string;
  visitor: 'free' | 'signed-out';
  /** A selector for the page's content. */
  content: string;
  /** Defaults to no throttling. */
  network?: Network | undefined;
}

/** Opens a page with an empty cache. The API answers immediately, so that only the page's own code is measured. */
export const visit = async (browser: Browser, { address, visitor, content, network }: VisitOptions): Promise<Visit> => {
  // The worker would load the code of other screens as well.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await setScene(page, { visitor });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    if (network) await cdp.send('Network.emulateNetworkConditions', { ...network });
    const urls = new Map<string, { url: string; start: number; headers: number }>();
    const scripts: FetchedScript[] = [];
    let began = 0;
    cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      began ||= timestamp;
      urls.set(requestId, { url: request.url, start: (timestamp - began) * 1000, headers: 0 });
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      const known = urls.get(requestId);
      if (known) known.headers = response.encodedDataLength;
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const known = urls.get(requestId);
      if (known && /\.js(\?|$)/.test(known.url))
        scripts.push({ url: known.url, bytes: encodedDataLength - known.headers, start: known.start, end: (timestamp - began) * 1000 });
    });
    await page.addInitScript((selector) => {
      const look = (): void => {
        if (document.querySelector(selector)) Object.assign(window, { contentAt: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, content);
    await page.goto(address);
    await page.waitForFunction(() => 'contentAt' in window);
    const time = await page.evaluate(() => (window as unknown as { contentAt: number }).contentAt);
    await page.waitForLoadState('networkidle');
    return { content: time, scripts };
  } finally {
    await context.close();
  }
};

/** Returns the longest chain of scripts in which each started after the one before had ended. */
export const roundTrips = (scripts: readonly FetchedScript[]): number => {
  const sorted = [...scripts].sort((one, other) => one.end - other.end);
  const depth = new Map<FetchedScript, number>();
  for (const script of sorted) {
    const before = sorted.filter((other) => other !== script && other.end <= script.start);
    depth.set(script, 1 + Math.max(0, ...before.map((other) => depth.get(other) ?? 0)));
  }
  return Math.max(0, ...depth.values());
};
