/** @jest-environment node */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { emptyRegistry, type Deployment, type Registry, type SignedRegistry } from '@lectern/registry';
import type { Hono } from 'hono';
import { createPageServer } from './createPageServer.ts';
import type { Development } from './development.ts';

const version = '0123456789abcdef';
const contract = { oldest: 1, newest: 2, capabilities: ['drafts/1'] };
const configureRenderer = jest.fn();
const log = jest.fn();
let dist: string;
let known: Registry;
let document: SignedRegistry | undefined;
let app: Hono;
let start: (publicUrl: string, development?: Development) => Promise<Hono>;
/** Milliseconds. */
let at = 0;

/** A version on a port of its own; without a traffic share all visitors get it. */
const deployment = (port: number, canary?: number): Deployment => ({
  url: `http://localhost:${String(port)}/v1/remoteEntry.js`,
  fallbackUrl: `http://localhost:${String(port)}/v1/remoteEntry.js`,
  metadata: { integrity: 'sha384-entry', version: `v${String(port)}` },
  deployment: { traffic: canary ?? 100, default: canary === undefined },
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
    since: '2026-01-01T00:00:00.000Z',
  },
});
const withRemotes = (...deployments: Deployment[]): void => {
  known = { ...emptyRegistry, microFrontends: { 'lectern/mf-auth': deployments } };
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  await Promise.all(['fonts', 'icons', 'server', 'worker', version].map((folder) => mkdir(join(dist, folder))));
  const release = {
    version,
    scripts: [{ file: `${version}/main.js`, integrity: 'sha384-main' }],
    shared: [],
    learner: [],
    landing: [],
    chunks: [],
    icons: [
      { file: 'icons/any-192.png', size: 192, purpose: 'any' },
      { file: 'icons/apple-180.png', size: 180, purpose: 'apple' },
    ],
    later: { file: `${version}/later.js`, integrity: 'sha384-later' },
    contract,
    fonts: { css: '', preload: [] },
  };
  await Promise.all([
    writeFile(join(dist, 'release.json'), JSON.stringify(release)),
    writeFile(join(dist, 'server/landing.mjs'), 'secret'),
    writeFile(join(dist, version, 'main.js'), 'plain'),
    writeFile(join(dist, version, 'main.js.br'), 'small'),
    writeFile(join(dist, version, 'sample.pptx'), 'deck'),
    writeFile(join(dist, 'fonts/inter.woff2'), 'font'),
    writeFile(join(dist, 'icons/any-192.png'), 'icon'),
    writeFile(join(dist, 'worker/service-worker.js'), 'keep();'),
    writeFile(join(dist, 'worker/no-service-worker.js'), 'remove();'),
  ]);
  // Replaces the renderer, which is a build.
  jest.doMock(
    pathToFileURL(join(dist, 'server/landing.mjs')).href,
    () => ({ __esModule: true, configureRenderer, renderPage: (path: string) => ({ html: `<p>drawn for ${path}</p>`, styles: '' }) }),
    { virtual: true },
  );
  start = (publicUrl, development) =>
    createPageServer({
      dist,
      registry: { current: () => Promise.resolve(known), document: () => Promise.resolve(document) },
      apiUrl: 'http://localhost:8080/api',
      publicUrl,
      supportEmail: 'help@example.org',
      trustedProxies: ['10.0.0.0/8'],
      log,
      development,
      now: () => at,
    });
  app = await start('http://localhost:3000');
  expect(configureRenderer).toHaveBeenCalledWith({ apiUrl: 'http://localhost:8080/api', supportEmail: 'help@example.org' });
});
beforeEach(() => {
  withRemotes(deployment(3001));
});
afterAll(async () => {
  await rm(dist, { recursive: true });
});

test('health', async () => {
  expect(await (await app.request('/health/live')).json()).toEqual({ status: 'live' });
  expect(await (await app.request('/health/ready')).json()).toEqual({ status: 'ready', version, contract });
});

describe('the service worker', () => {
  test('gets the addresses of the site, and fetches from nowhere else', async () => {
    withRemotes(deployment(3001), deployment(3009, 5));
    const response = await app.request('/service-worker.js');
    expect(await response.text()).toBe(
      'self.lecternWorker={"api":"http://localhost:8080/api","remotes":["http://localhost:3001","http://localhost:3009"]};\nkeep();',
    );
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self' http://localhost:8080 http://localhost:3001 http://localhost:3009; report-uri /csp-report",
    );
  });

  const hasWorker = async (site: Hono): Promise<unknown> =>
    (JSON.parse(/id="lectern">(.*?)<\/script>/s.exec(await (await site.request('/dashboard')).text())![1]!) as { hasWorker: unknown })
      .hasWorker;

  test('is removed by page and script while the registry turns it off', async () => {
    expect(await hasWorker(app)).toBe(true);
    known = { ...known, serviceWorker: 'off' };
    expect(await hasWorker(app)).toBe(false);
    expect(await (await app.request('/service-worker.js')).text()).toBe('remove();');
  });

  test('is removed in development', async () => {
    const site = await start('http://localhost:3000', {});
    expect(await hasWorker(site)).toBe(false);
    expect(await (await site.request('/service-worker.js')).text()).toBe('remove();');
  });

  test('keeps a page of its own, which every page server answers', async () => {
    const response = await app.request('/page.html');
    expect(await response.text()).toContain('id="kept-files"');
    expect(response.headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  test('the app can be installed: its manifest and icons', async () => {
    const response = await app.request('/manifest.webmanifest');
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const { icons, ...manifest } = (await response.json()) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ name: 'Lectern', start_url: '/dashboard', scope: '/', display: 'standalone' });
    expect(icons).toEqual([{ src: '/assets/icons/any-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' }]);
    const icon = await app.request(icons[0]!.src);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    const page = await (await app.request('/login')).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(page).toContain('<link rel="apple-touch-icon" href="/assets/icons/apple-180.png">');
  });
});

describe('pages', () => {
  test('sends headers, a nonce in policy and page, and the data', async () => {
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

  test('a site with HTTPS asks for nothing else, in every answer', async () => {
    const site = await start('https://lectern.example');
    for (const path of ['/login', `/assets/${version}/main.js`, '/remotes', '/absent.js', '/health/ready'])
      expect((await site.request(path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
    for (const path of ['/login', '/absent.js']) expect((await app.request(path)).headers.get('strict-transport-security')).toBeNull();
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

  test('without a registry the site starts nevertheless', async () => {
    known = emptyRegistry;
    const response = await app.request('/login');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"registry":[]');
  });

  test.each(['/verify-email/abc.def', '/reset-password/abc.js', '/study-materials/abc'])('%s is a page', async (path) => {
    expect((await app.request(path)).headers.get('content-type')).toContain('text/html');
  });
});

describe('cohorts of visitors', () => {
  const cookieOf = (response: Response) => response.headers.get('set-cookie');
  const visit = async (path: string, cookie?: string) => {
    const response = await app.request(path, { ...(cookie !== undefined && { headers: { cookie } }) });
    const port = /"entry":"http:\/\/localhost:(\d+)/.exec(await response.text())?.[1];
    return { port, cookie: cookieOf(response), cache: response.headers.get('cache-control') };
  };

  test('nobody gets a cohort while each remote has one version', async () => {
    expect(await visit('/login')).toEqual({ port: '3001', cookie: null, cache: 'no-store' });
  });

  test('half of a thousand new visitors get a canary of 50 %, and keep their version', async () => {
    withRemotes(deployment(3001), deployment(4001, 50));
    const visits = await Promise.all(Array.from({ length: 1_000 }, () => visit('/remotes')));
    expect(visits.filter(({ port }) => port === '4001').length).toBeGreaterThanOrEqual(490);
    expect(visits.filter(({ port }) => port === '4001').length).toBeLessThanOrEqual(510);
    expect(new Set(visits.map(({ cookie }) => cookie)).size).toBe(1_000);
    for (const { port, cookie } of visits.slice(0, 20)) {
      expect(cookie).toMatch(/^cohort=\d{1,4}; Path=\/; Max-Age=2592000; SameSite=Lax$/);
      const again = cookie?.split(';')[0] ?? '';
      expect(await visit('/login', `theme=dark; ${again}`)).toEqual({ port, cookie: null, cache: 'no-store' });
      expect(await visit('/remotes', again)).toEqual({ port, cookie: null, cache: 'no-store' });
    }
  });

  test.each(['10000', 'x', '-1', '1e3', ''])('a cookie with "%s" in it is replaced', async (value) => {
    withRemotes(deployment(3001), deployment(4001, 50));
    expect((await visit('/login', `cohort=${value}`)).cookie).toMatch(/^cohort=\d{1,4};/);
  });

  test('an open page can read its present remotes, without the lists that only the server needs', async () => {
    const [remote] = (await (await app.request('/remotes')).json()) as Record<string, unknown>[];
    expect(remote).toMatchObject({ id: 'mf-auth', version: 'v3001', entry: 'http://localhost:3001/v1/remoteEntry.js', isSplit: false });
    expect(remote).not.toHaveProperty('routes');
  });
});

describe('reports of browsers', () => {
  const report = (body: object | string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    app.request(
      '/remote-reports',
      {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      { incoming: { socket: { remoteAddress } } },
    );
  beforeEach(() => {
    at += 60_000;
  });
  const failed = { id: 'mf-auth', version: 'v4001', outcome: 'failed' };
  test('an incompatible remote has a log line of its own', async () => {
    withRemotes(deployment(4001));
    for (const outcome of ['incompatible', 'failed', 'incompatible']) await report({ ...failed, outcome });
    expect(log.mock.calls.flat()).toEqual(['mf-auth v4001 does not fit a browser’s shell', 'a browser could not load mf-auth v4001']);
  });

  test('accepts sixty a minute from one address, where an IPv6 network counts as one', async () => {
    const statuses = async (times: number, address: string, headers = {}) => {
      const answers: number[] = [];
      for (let each = 0; each < times; each += 1) answers.push((await report(failed, headers, address)).status);
      return answers;
    };
    expect(new Set(await statuses(60, '2001:db8::1'))).toEqual(new Set([204]));
    expect(await statuses(1, '2001:db8::2')).toEqual([429]);
    expect(await statuses(1, '2001:db8:0:1::1')).toEqual([204]);
    // `X-Forwarded-For` counts only from a trusted proxy.
    await statuses(60, '198.51.100.7');
    expect(await statuses(1, '198.51.100.7', { 'x-forwarded-for': '203.0.113.5' })).toEqual([429]);
    expect(await statuses(1, '10.1.1.1', { 'x-forwarded-for': '198.51.100.7' })).toEqual([429]);
    expect(await statuses(1, '10.1.1.1', { 'x-forwarded-for': '203.0.113.5' })).toEqual([204]);
    at += 60_000;
    expect(await statuses(1, '198.51.100.7')).toEqual([204]);
  });

  test.each([
    ['no JSON', 'failed', {}, 400],
    ['no report', { id: 'mf-auth', outcome: 'failed' }, {}, 400],
    ['an outcome that there is not', { ...failed, outcome: 'maybe' }, {}, 400],
    ['more than a report', { ...failed, more: 'x'.repeat(600) }, {}, 413],
    ['a compressed report', failed, { 'content-encoding': 'gzip' }, 415],
    ['another site’s page', failed, { 'sec-fetch-site': 'cross-site' }, 400],
  ])('%s is refused', async (_, body, headers, status) => {
    expect((await report(body, headers)).status).toBe(status);
    expect(log).not.toHaveBeenCalled();
  });

  test('a version that the registry does not have is not logged', async () => {
    expect((await report({ ...failed, version: 'v9\nforged' })).status).toBe(204);
    expect(log).not.toHaveBeenCalled();
  });
});

describe('the registry', () => {
  test('is sent as it was signed, cacheable for ten seconds', async () => {
    document = { bytes: Buffer.from('{"signed":true}\n'), signatures: 'c2lnbmF0dXJl' };
    const response = await app.request('/remotes.json');
    expect(await response.text()).toBe('{"signed":true}\n');
    expect(response.headers.get('cache-control')).toBe('public, max-age=10');
    expect(response.headers.get('content-type')).toContain('application/json');
    const signature = await app.request('/remotes.json.sig');
    expect([await signature.text(), signature.headers.get('cache-control')]).toEqual(['c2lnbmF0dXJl', 'no-cache']);
  });

  test('is not found when its signature is wrong', async () => {
    document = undefined;
    expect((await app.request('/remotes.json')).status).toBe(404);
    expect((await app.request('/remotes.json.sig')).status).toBe(404);
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
    const sample = await app.request(`/assets/${version}/sample.pptx`);
    expect(sample.headers.get('content-type')).toBe('application/octet-stream');
    expect(await sample.text()).toBe('deck');
    const head = await app.request(`/assets/${version}/main.js`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test.each([
    `/assets/${version}/absent.js`,
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

  test('robots may read the landing page only', async () => {
    expect(await (await app.request('/robots.txt')).text()).toBe('User-agent: *\nAllow: /$\nDisallow: /\n');
  });
});

describe('reports of the policy', () => {
  const report = (body: string, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
    app.request('/csp-report', { method: 'POST', headers, body }, { incoming: { socket: { remoteAddress } } });
  const lines = () => log.mock.calls.flat() as string[];
  beforeEach(() => {
    at += 60_000;
  });

  test('are one line of the log, whatever they contain', async () => {
    expect((await report(`{"a":\n"b"}\r\nforged line \u001b[31m${'x'.repeat(9_000)}`)).status).toBe(204);
    const [line = ''] = lines();
    expect(line.startsWith('policy violation: "{\\"a\\":\\n\\"b\\"}\\r\\nforged line ')).toBe(true);
    // oxlint-disable-next-line no-control-regex -- these are what must not be in it
    expect(line).not.toMatch(/[\u0000-\u001f]/);
    expect(line.length).toBeLessThan(4_100);
  });

  const token = 'q7Zc-9_tokenOfAMailedLink';
  test.each([
    [
      'as browsers send it',
      { 'csp-report': { 'document-uri': `https://site.example/reset-password/${token}`, 'violated-directive': 'img-src' } },
    ],
    [
      'by the reporting API',
      [
        {
          type: 'csp-violation',
          body: { documentURL: `https://site.example/verify-email/${token}?x=${token}`, effectiveDirective: 'img-src' },
        },
      ],
    ],
    ['in a referrer', { 'csp-report': { referrer: `https://site.example/login?token=${token}#${token}`, 'blocked-uri': 'img-src' } }],
    [
      'encoded in another address',
      { 'csp-report': { 'blocked-uri': `/login?next=%2Freset-password%2F${token}`, 'violated-directive': 'img-src' } },
    ],
    ['in a piece of a script', { 'csp-report': { 'script-sample': `go("${token}")`, sample: token, 'violated-directive': 'img-src' } }],
  ])('hold no token of a mailed link: %s', async (_, body) => {
    // As JSON with escaped slashes, and as a text that is not JSON.
    for (const text of [JSON.stringify(body), JSON.stringify(body).replaceAll('/', '\\/')]) expect((await report(text)).status).toBe(204);
    expect(lines()).toHaveLength(2);
    for (const line of lines()) {
      expect(line).not.toContain(token);
      expect(line).toContain('img-src');
    }
  });

  test('that are not JSON are redacted as well, without mail addresses', async () => {
    await report(`see https://site.example/reset-password/${token} of ada@students.example`);
    expect(lines()).toEqual(['policy violation: "see https://site.example/reset-password/[token] of [address]"']);
  });

  test('are accepted sixty times a minute from one network, and refused when too large', async () => {
    for (let each = 0; each < 60; each += 1) expect((await report('{}', '2001:db8::1')).status).toBe(204);
    const refused = await report('{}', '2001:db8::2');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await report('{}', '2001:db8:0:1::1')).status).toBe(204);
    // Only a trusted proxy may name the client.
    expect((await report('{}', '2001:db8::1', { 'x-forwarded-for': '203.0.113.5' })).status).toBe(429);
    expect((await report('{}', '10.1.1.1', { 'x-forwarded-for': '203.0.113.5' })).status).toBe(204);
    expect(lines()).toHaveLength(62);
    expect((await report('x'.repeat(70_000), '198.51.100.9')).status).toBe(413);
    at += 60_000;
    expect((await report('{}', '2001:db8::1')).status).toBe(204);
  });
});
