import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryName, signRegistry, type Deployment, type Registry } from '@lectern/registry';
import { expect, test, type Page } from '@playwright/test';
import { call, newLearner, textForm, type Learner } from '../support/api.ts';
import { newDevice, type Device } from '../support/device.ts';
import { lecture } from '../support/lecture.ts';
import { builtRemote, npmRun, withOtherText, workshop } from '../support/releases.ts';
import { startSite, type RunningSite } from '../support/site.ts';

test.describe.configure({ mode: 'serial' });

let site: RunningSite;
let shop: ReturnType<typeof workshop>;
test.beforeAll(async () => {
  site = await startSite();
  shop = workshop();
});
test.afterAll(async () => {
  await site.stop();
  shop.remove();
});

const offlineLine = (page: Page) => page.getByText('You are offline. Ratings are sent when you are back.');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const ask = async <T>({ token }: Learner, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, { token, ...(body !== undefined && { body }) }, site.api);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body as T;
};
/** Creates a learner with a guide and five cards. */
const newStudent = async (): Promise<Learner & { guide: string }> => {
  const learner = await newLearner(site);
  const made = await call('POST', '/study-materials/unified', { token: learner.token, form: textForm(lecture) }, site.api);
  const cards = Array.from({ length: 5 }, (_, index) => ({ front: `Valve ${String(index)}?`, back: 'Yes' }));
  await ask(learner, 'POST', '/flashcards/own', { title: 'Valves', cards });
  return { ...learner, guide: made.body._id as string };
};
/** Rates the card on screen. */
const rate = async (page: Page, rating: string): Promise<void> => {
  await page.getByRole('button', { name: 'Show Answer' }).click();
  await page.getByRole('button', { name: new RegExp(`^${rating}`) }).click();
};
const registrations = (page: Page): Promise<number> => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test('without a network: the frame, an opened guide and the queue of today; ratings are sent later, at any page, once', async ({
  browser,
}) => {
  const student = await newStudent();
  const { page, setOffline, context } = await newDevice(browser, site, student);
  await page.goto(`/study-materials/${student.guide}`);
  const text = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(text).toBeVisible();

  await setOffline(true);
  await page.reload();
  await expect(text).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
  await page.goto('/review');
  await rate(page, 'Easy');
  await rate(page, 'Easy');
  await expect(page.getByText('No connection. 2 answers saved on this device, to be sent later.')).toBeVisible();
  await test.step('a reload neither shows them again nor forgets them', async () => {
    await page.reload();
    await expect(page.getByText(/^3 left/)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^3 new cards/ })).toBeVisible();
  });
  await test.step('what was never opened says so, with a way to try again', async () => {
    await page.goto('/folders/absent');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  await page.goto('/folders');
  await setOffline(false);
  await expect(offlineLine(page)).toBeHidden();
  await expect.poll(async () => (await ask<{ reviewedToday: number }>(student, 'GET', '/reviews/summary')).reviewedToday).toBe(2);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))).toEqual([]);
  await context.close();
});

test('a release of one remote changes no other file on the device; taken back, it is taken back there when the network returns', async ({
  browser,
}) => {
  const id = 'mf-library';
  const first = builtRemote(id);
  const second = withOtherText(first, { file: 'guide-list.js', from: 'Study Guides', to: 'My Shelf' }, shop.folder);
  const { page, kept, setOffline, context } = await newDevice(browser, site, await newStudent());
  await page.goto('/study-materials');
  await expect(heading(page, 'Study Guides')).toBeVisible();
  const others = async (version: string) => (await kept('files')).filter((url) => !url.includes(`/${version}/`)).sort();
  const before = await others(first.version);

  await npmRun('release', [id, '--from', second.distFolder], site.dataFolder);
  await page.goto('/study-materials');
  await expect(heading(page, 'My Shelf')).toBeVisible();
  await expect.poll(async () => (await kept('files')).some((url) => url.includes(first.version))).toBe(false);
  expect(await others(second.version)).toEqual(before);
  await setOffline(true);
  await page.reload();
  await expect(heading(page, 'My Shelf')).toBeVisible();

  await npmRun('rollback', [id], site.dataFolder);
  await setOffline(false);
  await expect.poll(async () => (await kept('files')).some((url) => url.includes(`${first.version}/guide-list.js`))).toBe(true);
  // The open session goes on with its own release. The next one starts with the other.
  await expect(heading(page, 'My Shelf')).toBeVisible();
  await expect
    .poll(async () => page.evaluate(async () => (await (await caches.match('/page.html'))?.text()) ?? ''))
    .toContain(`/${first.version}/remoteEntry.js`);
  await setOffline(true);
  await page.reload();
  await expect(heading(page, 'Study Guides')).toBeVisible();
  await context.close();
});

test('a new service worker takes over at the next start, never while a page is open', async ({ browser }) => {
  const { page, context } = await newDevice(browser, site, await newStudent());
  const changes = await page.evaluateHandle(() => {
    const seen: number[] = [];
    navigator.serviceWorker.addEventListener('controllerchange', () => seen.push(1));
    return seen;
  });
  // A canary for nobody, on another origin: the worker's script names all origins.
  const file = join(site.dataFolder, 'releases', 'remotes.json');
  const registry = JSON.parse(readFileSync(file, 'utf8')) as Registry;
  const name = registryName('mf-billing');
  const [current] = registry.microFrontends[name] ?? [];
  const { ledger: _ledger, ...extras } = (current as Deployment).extras;
  const canary = {
    ...current,
    url: 'http://localhost:9/v1/remoteEntry.js',
    deployment: { traffic: 0, default: false },
    extras,
  } as Deployment;
  const signed = signRegistry(
    { ...registry, microFrontends: { ...registry.microFrontends, [name]: [current as Deployment, canary] } },
    createPrivateKey(readFileSync(join(site.dataFolder, 'secrets', 'registry-key.pem'))),
  );
  writeFileSync(`${file}.sig`, signed.signatures);
  writeFileSync(file, signed.bytes);

  const isWaiting = (shown: Page) => shown.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => isWaiting(page)).toBe(true);
  expect(await changes.evaluate((seen) => seen.length)).toBe(0);
  await page.goto('/study-materials');
  await expect(heading(page, 'Study Guides')).toBeVisible();
  expect(await isWaiting(page)).toBe(true);
  await page.close();
  await expect
    .poll(async () => {
      const next = await context.newPage();
      await next.goto('/dashboard');
      const waits = await isWaiting(next);
      await next.close();
      return waits;
    })
    .toBe(false);
  await context.close();
});

test.describe('faults', () => {
  let device: Device;
  test.beforeEach(async ({ browser }) => {
    device = await newDevice(browser, site, await newStudent());
  });
  test.afterEach(() => device.context.close());

  /** Replaces the kept copy of the script with the list of guides. */
  const damage = (page: Page) =>
    page.evaluate(async () => {
      const files = await caches.open('lectern-files');
      const script = (await files.keys()).find(({ url }) => url.endsWith('/guide-list.js'));
      await files.put(script ?? '', new Response('document.title = "taken over";', { headers: { 'content-type': 'text/javascript' } }));
    });
  const copy = (page: Page) =>
    page.evaluate(async () => {
      const files = await caches.open('lectern-files');
      const script = (await files.keys()).find(({ url }) => url.endsWith('/guide-list.js'));
      return script && (await (await files.match(script))?.text());
    });

  test('a damaged copy of a script is replaced while there is a network, and refused without one', async () => {
    const { page, setOffline } = device;
    await damage(page);
    await page.goto('/study-materials');
    await expect(heading(page, 'Study Guides')).toBeVisible();
    await expect.poll(() => copy(page)).not.toContain('taken over');

    await damage(page);
    await setOffline(true);
    await page.goto('/study-materials');
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await page.title()).not.toBe('taken over');
    await page.goto('/review');
    await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible();
  });

  test('a half-filled cache is filled at the next visit', async () => {
    const { page, kept, setOffline } = device;
    const before = (await kept('files')).length;
    await page.evaluate(async () => {
      const files = await caches.open('lectern-files');
      for (const request of (await files.keys()).slice(0, 20)) await files.delete(request);
    });
    await page.reload();
    await expect.poll(async () => (await kept('files')).length).toBeGreaterThanOrEqual(before);
    await setOffline(true);
    await page.goto('/review');
    await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible();
  });

  test('with a full disk and without any caches the site works as before', async () => {
    const { page, context } = device;
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.site, quotaSize: 1 });
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    for (const [path, name] of [
      ['/study-materials', 'Study Guides'],
      ['/folders', 'My Folders'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, name)).toBeVisible();
    }
    expect(await device.kept('frame')).toEqual([]);
  });

  test('with a clock that is wrong by years the device shows what it has, and a rating gets the time of the server', async () => {
    const { page, setOffline } = device;
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await setOffline(true);
    await page.clock.setFixedTime(new Date('2031-01-01'));
    await page.goto('/review');
    await rate(page, 'Easy');
    await setOffline(false);
    await expect
      .poll(async () => (await call('GET', '/reviews/summary', { token }, site.api)).body.reviewedToday as number, { timeout: 20_000 })
      .toBe(1);
  });

  test('while the page server is down, the kept page is shown', async () => {
    const { page, context } = device;
    await context.route(`${site.site}/study-materials`, (route) => route.fulfill({ status: 503, body: 'no' }));
    await page.goto('/study-materials');
    await expect(heading(page, 'Study Guides')).toBeVisible();
  });
});

test('logging out removes everything of the learner from the device, and says which answers would be lost', async ({ browser }) => {
  const student = await newStudent();
  const { page, setOffline, context } = await newDevice(browser, site, student);
  await page.goto(`/study-materials/${student.guide}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await setOffline(true);
  await page.goto('/review');
  await rate(page, 'Easy');
  await page.goto('/dashboard');
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to logout? 1 answer saved only on this device will be lost.');
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  const left = () =>
    page.evaluate(async () => ({
      stored: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      databases: await indexedDB.databases(),
      caches: (await caches.keys()).sort(),
    }));
  await expect.poll(async () => (await left()).caches).toEqual(['lectern-files', 'lectern-frame']);
  const { stored, databases } = await left();
  for (const secret of [student.userId, student.email, student.token, 'Valve']) expect(stored).not.toContain(secret);
  expect(databases).toEqual([]);
  // Without a network the start page is there for whoever comes next.
  await page.reload();
  await expect(page.getByRole('link', { name: /^(Sign In|Log in)/i }).first()).toBeVisible();
  await context.close();
});

test.describe('the kill switch', () => {
  test.afterEach(async () => {
    await npmRun('service-worker', ['on'], site.dataFolder);
  });
  const turnOff = () => npmRun('service-worker', ['off'], site.dataFolder);

  test('removes worker and caches at the next visit, and on again, the device gets them again', async ({ browser }) => {
    const { page, context } = await newDevice(browser, site, await newStudent());
    expect(await turnOff()).toContain('at its next visit');
    await page.reload();
    await expect.poll(() => registrations(page)).toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await npmRun('service-worker', ['on'], site.dataFolder);
    await page.reload();
    await expect.poll(() => registrations(page)).toBe(1);
    await context.close();
  });

  test('also ends a worker that never lets a page from the network through', async ({ browser }) => {
    const { page, context } = await newDevice(browser, site, await newStudent());
    await turnOff();
    // What browsers do by themselves at each visit, past the worker.
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update().catch(() => undefined);
    });
    await expect.poll(() => registrations(page)).toBe(0);
    await context.close();
  });
});
