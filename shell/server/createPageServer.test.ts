/** @jest-environment node */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { emptyRegistry, type Deployment, type Registry } from '@lectern/registry';
import type { Hono } from 'hono';
import { createPageServer } from './createPageServer.ts';

const version = '0123456789abcdef';
const contract = { oldest: 1, newest: 2, capabilities: ['drafts/1'] };
const configureRenderer = jest.fn();
const log = jest.fn();
let dist: string;
let known: Registry;
let app: Hono;

const deployment = (port: number, traffic: number): Deployment => ({
  url: `http://localhost:${String(port)}/v1/remoteEntry.js`,
  fallbackUrl: `http://localhost:${String(port)}/v1/remoteEntry.js`,
  metadata: { integrity: 'sha384-entry', version: 'v1' },
  deployment: { traffic, default: traffic > 0 },
  extras: {
    container: 'mf_auth',
    manifest: {
      id: 'mf-auth',
      contract: 1,
      routes: [{ path: '/login', access: 'signed-out', screen: 'login' }],
      navigation: [],
      slots: [],
    },
    routes: { '/login': [{ file: 'v1/login.js', integrity: 'sha384-login' }] },
  },
});
const withRemotes = (...deployments: Deployment[]): void => {
  known = { ...emptyRegistry, microFrontends: { 'mf-auth': deployments } };
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  await Promise.all(['fonts', 'server', version].map((folder) => mkdir(join(dist, folder))));
  const release = {
    version,
    scripts: [{ file: `${version}/main.js`, integrity: 'sha384-main' }],
    learner: [],
    contract,
    fonts: { css: '', preload: [] },
  };
  await Promise.all([
    writeFile(join(dist, 'release.json'), JSON.stringify(release)),
    writeFile(join(dist, 'server/landing.mjs'), 'secret'),
    writeFile(join(dist, version, 'main.js'), 'plain'),
    writeFile(join(dist, version, 'main.js.br'), 'small'),
    writeFile(join(dist, version, 'notes.exe'), 'no'),
    writeFile(join(dist, 'fonts/inter.woff2'), 'font'),
  ]);
  // The renderer is a build; this one stands in for it.
  jest.doMock(
    pathToFileURL(join(dist, 'server/landing.mjs')).href,
    () => ({ __esModule: true, configureRenderer, renderPage: (path: string) => ({ html: `<p>drawn for ${path}</p>`, styles: '' }) }),
    { virtual: true },
  );
  app = await createPageServer({
    dist,
    registry: { current: () => Promise.resolve(known) },
    apiUrl: 'http://localhost:8080/api',
    supportEmail: 'help@example.org',
    log,
  });
  expect(configureRenderer).toHaveBeenCalledWith({ apiUrl: 'http://localhost:8080/api', supportEmail: 'help@example.org' });
});
beforeEach(() => {
  withRemotes(deployment(3001, 100));
});
afterAll(async () => {
  await rm(dist, { recursive: true });
});

test('health', async () => {
  expect(await (await app.request('/health/live')).json()).toEqual({ status: 'live' });
  expect(await (await app.request('/health/ready')).json()).toEqual({ status: 'ready', version, contract });
});

describe('pages', () => {
  test('headers, a nonce that is in policy and page, and the data', async () => {
    const response = await app.request('/login');
    const html = await response.text();
    const policy = response.headers.get('content-security-policy')!;
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(policy).toContain("connect-src 'self' http://localhost:8080 http://localhost:3001;");
    expect(policy.endsWith(", script-src 'self' http://localhost:3001")).toBe(true);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
    expect(html).toContain(
      `<script defer src="/assets/${version}/main.js" integrity="sha384-main" crossorigin="anonymous" nonce="${nonce}">`,
    );
    expect(html).toContain('<p>drawn for /login</p>');
    expect(html).toContain('href="http://localhost:3001/v1/login.js"');
  });

  test('no two answers share a nonce', async () => {
    const policies = await Promise.all([1, 2].map(async () => (await app.request('/')).headers.get('content-security-policy')));
    expect(policies[0]).not.toBe(policies[1]);
  });

  test('compressed where the browser takes it', async () => {
    const response = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toContain('<p>drawn for /</p>');
  });

  test('without a registry the site starts all the same', async () => {
    known = emptyRegistry;
    const response = await app.request('/login');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"registry":[]');
  });

  test.each(['/verify-email/abc.def', '/reset-password/abc.js', '/study-materials/abc'])('%s is a page', async (path) => {
    expect((await app.request(path)).headers.get('content-type')).toContain('text/html');
  });

  test('visitors are split only while there are several deployments, by nothing but a number', async () => {
    withRemotes(deployment(3001, 50), deployment(4001, 50));
    const entryFor = async (cookie: string) => {
      const response = await app.request('/login', { headers: { cookie } });
      return [/"entry":"http:\/\/localhost:(\d+)/.exec(await response.text())?.[1], response.headers.get('set-cookie')];
    };
    expect(await entryFor('theme=dark; cohort=49')).toEqual(['3001', null]);
    expect(await entryFor('cohort=50')).toEqual(['4001', null]);
    expect((await entryFor('cohort=100'))[1]).toMatch(/^cohort=\d{1,2}; Path=\/; Max-Age=2592000; SameSite=Lax$/);
    expect((await entryFor('cohort=x'))[1]).toMatch(/^cohort=\d{1,2};/);
  });
});

describe('files', () => {
  test('of the build, for ever, compressed where the browser takes it', async () => {
    const plain = await app.request(`/assets/${version}/main.js`);
    expect(plain.status).toBe(200);
    expect(await plain.text()).toBe('plain');
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': '5',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
    });
    const small = await app.request(`/assets/${version}/main.js`, { headers: { 'accept-encoding': 'br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(await small.text()).toBe('small');
    const font = await app.request('/assets/fonts/inter.woff2', { headers: { 'accept-encoding': 'br' } });
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(font.headers.get('content-encoding')).toBeNull();
    expect(await font.text()).toBe('font');
    const head = await app.request(`/assets/${version}/main.js`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test.each([
    `/assets/${version}/absent.js`,
    `/assets/${version}/notes.exe`,
    `/assets/${version}`,
    '/assets/release.json',
    '/assets/server/landing.mjs',
    '/assets/fonts/%2e%2e/release.json',
    '/assets/fonts/..%2frelease.json',
    '/assets/fonts/..%2fserver%2flanding.mjs',
    '/assets/fonts/..%5crelease.json',
    '/assets/fonts/..%2f..%2fpackage.json',
    '/assets/fonts/%E0%A4%A.js',
    '/assets/fonts/inter.woff2%00.js',
    '/favicon.ico',
    '/main.js',
    '/wp-login.php',
  ])('%s is not found', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found');
  });

  test('robots see the start only', async () => {
    expect(await (await app.request('/robots.txt')).text()).toBe('User-agent: *\nAllow: /$\nDisallow: /\n');
  });
});

test('a report of the policy is one line of the log', async () => {
  const response = await app.request('/csp-report', { method: 'POST', body: `{"a":\n"b"}\r\nforged line ${'x'.repeat(9_000)}` });
  expect(response.status).toBe(204);
  const [line] = log.mock.calls[0] as [string];
  expect(line.startsWith('policy violation: {"a": "b"} forged line xxx')).toBe(true);
  expect(line).not.toMatch(/[\r\n]/);
  expect(line.length).toBeLessThan(4_100);
});
