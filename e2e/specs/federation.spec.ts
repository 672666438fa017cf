import { chromium, type Page } from '@playwright/test';
import { now } from '../fixtures/learner.ts';
import { setScene } from '../support/answers.ts';
import { theSite } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { buildChanged, workshop } from '../support/releases.ts';
import { browser } from '../support/settings.ts';

/** Four remotes in one page: one React, no remote's style on the shell, nothing left behind, and no foreign script. */
const main = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });
/** For each remote, a link in the frame and a heading that only its own code renders. */
const areas = {
  'mf-auth': { link: 'Settings', title: 'Settings' },
  'mf-library': { link: 'My Folders', title: /Folders/ },
  'mf-study': { link: 'Progress', title: 'Progress' },
  'mf-billing': { link: 'Manage Billing', title: /Subscription/ },
} as const;
type RemoteName = keyof typeof areas;

const goTo = async (page: Page, id: RemoteName): Promise<void> => {
  const { link, title } = areas[id];
  if (id === 'mf-billing') {
    await page.getByRole('banner').getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: link }).click();
  } else await main(page).getByRole('link', { name: link }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const open = async (page: Page, path: string): Promise<void> => {
  await page.clock.setFixedTime(now);
  await setScene(page, { visitor: 'premium' });
  await page.goto(path);
};

test('exactly one React runs, whatever was loaded', async ({ page }) => {
  // Each copy of React registers with the developer tools. This hook only counts them.
  await page.addInitScript(() => {
    const renderers: unknown[] = [];
    Object.assign(window, {
      renderers,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: (renderer: unknown) => renderers.push(renderer),
        onCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        checkDCE: () => undefined,
      },
    });
  });
  await open(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back,');
  // Visits all four remotes in one page, without a reload.
  for (const id of Object.keys(areas) as RemoteName[]) await goTo(page, id);
  expect(await page.evaluate(() => (window as unknown as { renderers: unknown[] }).renderers.length)).toBe(1);
});

/** Returns all computed styles of the frame that the shell renders around a page. */
const stylesOfFrame = async (page: Page): Promise<Record<string, string>[]> => {
  // Passed as one string, because transferring tens of thousands of values takes seconds.
  const text = await page.evaluate(() => {
    const frame = [...document.querySelectorAll('header, header *, aside, aside *, nav, nav *, footer, footer *, main, #root')];
    const styles = frame
      .filter((element) => element.tagName === 'MAIN' || !element.closest('main'))
      .map((element) => {
        const style = getComputedStyle(element);
        // Sizes depend on the page's height.
        const names = [...style].filter(
          (name) => !/^(width|height|block-size|inline-size|perspective-origin|transform-origin)$/.test(name),
        );
        return { tag: element.tagName, ...Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])) };
      });
    return JSON.stringify(styles);
  });
  return JSON.parse(text) as Record<string, string>[];
};

/** In these orders, any two remotes' styles are loaded both ways round. */
const orders: RemoteName[][] = [
  ['mf-auth', 'mf-library', 'mf-study', 'mf-billing'],
  ['mf-billing', 'mf-study', 'mf-library', 'mf-auth'],
];
test('loading the remotes in any order changes no computed style of the shell', async ({ page, watched }) => {
  watched.allow(/ERR_FAILED|could not be loaded|did not load/);
  // Without any remote first, then with all of them in each order. The last page is always the same.
  const seen: Record<string, string>[][] = [];
  const settle = async (): Promise<Record<string, string>[]> => {
    await page.mouse.move(700, 500);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // Waits for transitions of elements that just lost focus or hover.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
    return stylesOfFrame(page);
  };
  await page.route(/remoteEntry\.js/, (route) => route.abort());
  await open(page, '/quizzes');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: /Ada/ }).click();
  // The menu's code is loaded on first use, and only a menu that is shown can be closed.
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  seen.push(await settle());
  await page.unroute(/remoteEntry\.js/);
  for (const order of orders) {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    for (const id of order) await goTo(page, id);
    await main(page).getByRole('link', { name: 'Quizzes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Quizzes/ })).toBeVisible();
    seen.push(await settle());
  }
  const [alone, ...others] = seen;
  expect(alone!.length).toBeGreaterThan(40);
  for (const styles of others) {
    expect(styles.map(({ tag }) => tag)).toEqual(alone!.map(({ tag }) => tag));
    const changed = styles.flatMap((style, index) =>
      Object.keys(style)
        .filter((name) => style[name] !== alone![index]![name])
        .map((name) => `${style['tag']} ${index}: ${name} ${alone![index]![name]} → ${style[name]}`),
    );
    expect(changed).toEqual([]);
  }
});

/** Disables optimisation: compiled code grows while something is repeated, which is not a leak. */
const uncompiled = '--js-flags=--no-opt --no-sparkplug --no-maglev';
test('mounted and unmounted 100 times: no listener, no timer, at most 5 % of the heap left', async () => {
  const chrome = await chromium.launch({ ...browser.launchOptions, args: [...browser.launchOptions.args, uncompiled] });
  const page = await chrome.newPage({ baseURL: theSite().site });
  await page.addInitScript(() => {
    const timers = new Set<unknown>();
    const { setInterval: start, clearInterval: stop } = window;
    window.setInterval = ((...given: Parameters<typeof start>) => {
      const timer = start(...given);
      timers.add(timer);
      return timer;
    }) as typeof start;
    window.clearInterval = (timer) => {
      timers.delete(timer);
      stop(timer);
    };
    Object.assign(window, { runningTimers: () => timers.size });
  });
  await open(page, '/folders');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  /** Navigates with the page's own router, as a link would, and waits for each page. */
  const mount = (times: number): Promise<void> =>
    page.evaluate(async (count) => {
      const link = (path: string) => document.querySelector<HTMLElement>(`nav[aria-label="Main"] a[href="${path}"]`);
      const stands = (title: RegExp): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (title.test(document.querySelector('h1')?.textContent ?? '')) resolve();
            else requestAnimationFrame(look);
          };
          look();
        });
      for (let round = 0; round < count; round += 1) {
        link('/progress')?.click();
        await stands(/Progress/);
        link('/settings')?.click();
        await stands(/Settings/);
        link('/folders')?.click();
        await stands(/Folders/);
      }
    }, times);
  const measure = async (): Promise<{ listeners: number; nodes: number; heap: number; timers: number }> => {
    await page.requestGC();
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const timers = await page.evaluate(() => (window as unknown as { runningTimers: () => number }).runningTimers());
    return { listeners: of('JSEventListeners'), nodes: of('Nodes'), heap: of('JSHeapUsedSize'), timers };
  };
  // Warms up compiled code and caches.
  await mount(10);
  const before = await measure();
  // Three pages per round, each mounted and unmounted.
  await mount(34);
  const after = await measure();
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  expect(after.timers).toBeLessThanOrEqual(before.timers);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05);
  expect(after.heap / before.heap).toBeLessThan(1.05);
  await chrome.close();
});

test('the policy lets no script run but those of the shell and the registered remotes', async ({ page, watched }) => {
  watched.allow(/Content Security Policy|Trusted|violates|Refused|ERR_BLOCKED|evil\.js|integrity|Failed to fetch dynamically/i);
  await open(page, '/folders');
  await expect(page.getByRole('heading', { level: 1, name: /Folders/ })).toBeVisible();
  const policy = (await page.request.get(`${theSite().site}/folders`)).headers()['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe-(eval|inline)|\*/);
  // Runs in a task of the page, because code run by the debugger may evaluate text.
  const outcomes = await page.evaluate(async (foreign) => {
    await new Promise((resolve) => setTimeout(resolve));
    const tries: Record<string, () => unknown> = {
      eval: () => (0, eval)('1 + 1'),
      Function: () => new Function('return 1')() as unknown,
      'import of another origin': () => import(foreign),
      'script of another origin': () =>
        new Promise((resolve, reject) => {
          const script = document.createElement('script');
          script.onload = resolve;
          script.onerror = () => {
            reject(new Error('refused'));
          };
          script.src = foreign;
          document.head.append(script);
        }),
      'inline script': () => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.head.append(script);
        if (!('ran' in window)) throw new Error('refused');
      },
    };
    const ran: string[] = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt();
        ran.push(name);
      } catch {
        // Refused as expected.
      }
    }
    return ran;
  }, `${theSite().mailbox}/evil.js`);
  expect(outcomes).toEqual([]);
});

test('a build fails whose entry takes what the shell shares at its first use only, and names it', async () => {
  const { folder, remove } = workshop();
  const from = "import { createRemote } from '@lectern/platform';";
  const to = `${from}\nimport { string } from '@lectern/contracts/schema';\nconsole.log(string());`;
  try {
    await expect(buildChanged('mf-auth', { file: 'src/remote.ts', from, to }, folder)).rejects.toThrow(
      './src/remote.ts takes @lectern/contracts/schema, which the shell shares at its first use only: import it in a screen.',
    );
  } finally {
    remove();
  }
});

test('a page that is not set in the reading font fetches the letters of the wordmark only', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname.replace(/^.*\/|\.[0-9a-f]{8}\.woff2$/g, ''));
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Lectern' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect([...new Set(fonts)].sort()).toEqual(['inter-latin-wght-normal', 'wordmark']);
  const wordmark = page.getByRole('link', { name: 'Lectern, start page' });
  // The font has all letters of the name: the width is the same without fallback fonts.
  const widths = await wordmark.locator('span').evaluate((element: HTMLElement) => {
    const before = element.getBoundingClientRect().width;
    element.style.setProperty('font-family', "'Lectern Wordmark'");
    return [before, element.getBoundingClientRect().width];
  });
  expect(widths[0]).toBe(widths[1]);
  expect(await page.evaluate(() => document.fonts.check("650 22px 'Lectern Wordmark'", 'Lectern'))).toBe(true);
});

test('the landing page is painted while none of its scripts has come', async ({ page }) => {
  const held: string[] = [];
  // Scripts are requested but never answered.
  await page.route('**/*.js', (route) => {
    held.push(route.request().url());
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paints).toBe(1);
  expect(held.length).toBeGreaterThan(0);
});
