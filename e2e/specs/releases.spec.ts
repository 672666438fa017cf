import { createPrivateKey } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cohortOf, cohorts, registryName, signRegistry, type Deployment, type Registry } from '@lectern/registry';
import type { BrowserContext, Page } from '@playwright/test';
import { newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { brokenBuild, builtRemote, npmRun, withOtherText, workshop, type RemoteBuild } from '../support/releases.ts';
import { startSite, type RunningSite } from '../support/site.ts';

test.describe.configure({ mode: 'serial' });

const id = 'mf-auth';
const title = 'Create your account';
let shop: ReturnType<typeof workshop>;
let site: RunningSite;
let first: RemoteBuild;
let second: RemoteBuild;
let third: RemoteBuild;

const changed = (text: string): RemoteBuild => withOtherText(first, { file: 'register.js', from: title, to: text }, shop.folder);

test.beforeAll(async () => {
  shop = workshop();
  first = builtRemote(id);
  [second, third] = [changed('Create an account'), changed('Make an account')];
  site = await startSite();
});
test.afterAll(async () => {
  await site.stop();
  shop.remove();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const command = (name: 'release' | 'rollback' | 'releases', ...args: string[]) => npmRun(name, args, site.dataFolder);
const release = (build: RemoteBuild, ...more: string[]) => command('release', id, '--from', build.distFolder, ...more);
/** The site's process ids, to check that none was restarted. */
const processes = () => readFileSync(join(site.dataFolder, 'pids.json'), 'utf8');

const registryFile = () => join(site.dataFolder, 'releases', 'remotes.json');
const key = () => createPrivateKey(readFileSync(join(site.dataFolder, 'secrets', 'registry-key.pem')));

test('a tab opened on v1 goes on with v1 when v3 is out, a new one shows v3, and after a rollback v2', async ({ page, context }) => {
  const running = processes();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(`${site.site}/login`);
  await expect(heading(page, 'Sign in to Lectern')).toBeVisible();

  expect(await release(second)).toContain(`${id} ${second.version}`);
  expect(await release(third)).toContain(`Everybody gets it now; before it was ${second.version}.`);
  expect(fetched.join()).not.toContain('/register');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page, title)).toBeVisible();
  expect(fetched).toContain(`/${first.version}/register.js`);

  const newer = await context.newPage();
  await newer.goto(`${site.site}/register`);
  await expect(heading(newer, 'Make an account')).toBeVisible();

  expect(await command('rollback', id)).toContain(`${id} ${second.version} is what everybody gets now; before it was ${third.version}.`);
  await newer.goto(`${site.site}/register`);
  await expect(heading(newer, 'Create an account')).toBeVisible();
  expect(processes()).toBe(running);

  const lines = (await command('releases', id)).split('\n');
  expect(lines.find((line) => line.includes(second.version))).toMatch(/100 % +current since/);
  for (const { version } of [first, third]) expect(lines.some((line) => line.includes(version) && !line.includes('%'))).toBe(true);
});

test.describe('a registry that is not what it should be', () => {
  let good: { bytes: Buffer; signatures: string };
  test.beforeEach(() => {
    good = { bytes: readFileSync(registryFile()), signatures: readFileSync(`${registryFile()}.sig`, 'utf8') };
  });
  test.afterEach(() => {
    write(good);
  });
  const write = ({ bytes, signatures }: { bytes: Buffer; signatures: string }) => {
    writeFileSync(`${registryFile()}.sig`, signatures);
    writeFileSync(registryFile(), bytes);
  };
  /** Writes the registry with another `metadata` for mf-auth, properly signed. */
  const writeWith = (metadata: object) => {
    const registry = JSON.parse(good.bytes.toString()) as Registry;
    const name = registryName(id);
    const deployments = registry.microFrontends[name]?.map((each) => ({ ...each, metadata }) as Deployment) ?? [];
    write(signRegistry({ ...registry, microFrontends: { ...registry.microFrontends, [name]: deployments } }, key()));
  };
  /** Checks that a page of mf-auth shows the error card, while mf-library works. */
  const expectCardAlone = async (page: Page) => {
    await page.goto(`${site.site}/login`);
    await expect(tryAgain(page)).toBeVisible();
    const { token } = await newLearner(site);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`${site.site}/study-materials`);
    await expect(heading(page, 'Study Guides')).toBeVisible();
  };

  test('a wrong integrity value: the browser refuses the entry, its area is a card, the rest works', async ({ page, watched }) => {
    watched.allow(/integrity|could not be loaded|ERR_|^failed: GET .*remoteEntry/i);
    writeWith({ integrity: `sha384-${'A'.repeat(64)}`, version: second.version });
    await expectCardAlone(page);
  });

  test('no integrity value: nothing of the remote is asked for, its area is a card, the rest works', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    writeWith({ version: second.version });
    await expectCardAlone(page);
    expect(fetched.filter((address) => address.includes(`:${site.ports.MF_AUTH_PORT}/`))).toEqual([]);
  });

  test('a wrong signature: cards everywhere, the frame stays', async ({ page }) => {
    appendFileSync(registryFile(), ' ');
    expect((await fetch(`${site.site}/remotes.json`)).status).toBe(404);
    await page.goto(`${site.site}/register`);
    await expect(tryAgain(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
});

test.describe('a canary', () => {
  /** Returns the version that a visitor gets, and the cookie with their cohort. */
  const visit = async (cookie = '') => {
    const response = await fetch(`${site.site}/remotes`, { headers: { cookie } });
    const remotes = (await response.json()) as { id: string; version: string }[];
    return {
      version: remotes.find((remote) => remote.id === id)?.version,
      cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie,
    };
  };
  const giveCohort = (context: BrowserContext, cookie: string) =>
    context.addCookies([{ name: 'cohort', value: cookie.slice('cohort='.length), url: site.site }]);

  test('is met by half of the visitors, each keeps what they met, and a signed-in person has one share everywhere', async ({
    page,
    context,
  }) => {
    expect(await release(third, '--canary', '50')).toContain(`50 % of visitors get it now, the others ${second.version}.`);
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let round = 0; round < 100; round += 1) visits.push(await visit());
    expect(visits.filter(({ version }) => version === third.version).length).toBeGreaterThanOrEqual(48);
    expect(visits.filter(({ version }) => version === third.version).length).toBeLessThanOrEqual(52);
    for (const each of visits.slice(0, 10)) expect(await visit(each.cookie)).toEqual(each);

    for (const [build, text] of [
      [third, 'Make an account'],
      [second, 'Create an account'],
    ] as const) {
      await giveCohort(context, visits.find(({ version }) => version === build.version)?.cookie ?? '');
      for (let times = 0; times < 2; times += 1) {
        await page.goto(`${site.site}/register`);
        await expect(heading(page, text)).toBeVisible();
      }
    }

    const { token, userId } = await newLearner(site);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`${site.site}/settings`);
    await expect(heading(page, 'Settings')).toBeVisible();
    const value = async () => (await context.cookies()).find(({ name }) => name === 'cohort')?.value;
    await expect.poll(value).toBe(String(cohortOf(userId)));
  });

  test('that cannot be loaded is reported by browsers and named in the log; a rollback ends it', async ({ page, context, watched }) => {
    watched.allow(/integrity|could not be loaded|ERR_|^failed: GET .*remoteEntry/i);
    const broken = brokenBuild(third, shop.folder);
    await release(broken, '--canary', '50');
    const all = await Promise.all(Array.from({ length: 100 }, (_, index) => visit(`cohort=${index * (cohorts / 100)}`)));
    const inside = all.filter(({ version }) => version === broken.version);
    expect(inside.length).toBe(50);

    await giveCohort(context, inside[0]?.cookie ?? '');
    const reported = page.waitForRequest((request) => request.url().endsWith('/remote-reports'));
    await page.goto(`${site.site}/register`);
    await expect(tryAgain(page)).toBeVisible();
    expect((await reported).postData()).toBe(JSON.stringify({ id, version: broken.version, outcome: 'failed' }));
    const log = () => readFileSync(join(site.dataFolder, 'logs', 'shell.log'), 'utf8');
    await expect.poll(log).toContain(`a browser could not load ${id} ${broken.version}`);

    expect(await command('rollback', id)).toContain(`${id} ${second.version} is what everybody gets now; before it was ${broken.version}.`);
    for (const { cookie } of inside) expect((await visit(cookie)).version).toBe(second.version);
    await page.goto(`${site.site}/register`);
    await expect(heading(page, 'Create an account')).toBeVisible();
  });
});
