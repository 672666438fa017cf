import { fork, type ChildProcess } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { remoteIds } from '@lectern/contracts';
import { startMailbox, type Mailbox } from '@lectern/stand-ins/mailbox';
import { createReleases, openReleaseStore, registryKey } from '@lectern/registry';
import { freePort } from '@lectern/test-servers';
import { Agent, request as undici } from 'undici';
import { call, mailedLink, password } from '../support/api.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { expect, test } from '../support/browser.ts';
import { startNginx } from '../support/nginx.ts';
import { askTargets } from '../support/spellings.ts';

const root = join(import.meta.dirname, '..', '..');

/** The production set-up: nginx in front of releases, page server and gateway, all at one origin. */
test.describe('behind nginx', () => {
  test.describe.configure({ mode: 'serial' });

  const folder = mkdtempSync(join(tmpdir(), 'lectern-production-'));
  const email = 'ada@students.example';
  let site: string;
  let shellOrigin: string;
  let shell: ChildProcess;
  let shellPrinted = '';
  let shellEnded: Promise<number | null>;
  let backend: Backend;
  let mailbox: Mailbox;
  let nginx: Awaited<ReturnType<typeof startNginx>>;

  test.beforeAll(async () => {
    const [port, shellPort] = await Promise.all([freePort(), freePort()]);
    site = `http://localhost:${String(port)}`;
    shellOrigin = `http://127.0.0.1:${String(shellPort)}`;
    const addresses = { PUBLIC_URL: site, API_URL: `${site}/api` };

    // The release store: a folder for each remote, with a subfolder for each version.
    const releases = join(folder, 'releases');
    mkdirSync(releases);
    const { privateKey } = generateKeyPairSync('ed25519');
    const publicKeyFile = join(folder, 'public-key.pem');
    writeFileSync(publicKeyFile, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
    const store = openReleaseStore({ RELEASE_STORE: releases, AWS_REGION: 'us-east-1' });
    await createReleases({ store, privateKey, kept: 5, now: () => new Date() }).start(
      remoteIds.map((id) => ({ id, distFolder: join(root, id, 'dist'), base: `${site}/releases/${id}/` })),
      () => undefined,
    );
    const registryFile = join(releases, registryKey);

    mailbox = await startMailbox({ smtpPort: 0, pagePort: 0, host: '127.0.0.1' });
    backend = await startBackend({
      ...addresses,
      SMTP_URL: `smtp://127.0.0.1:${String(mailbox.smtpPort)}`,
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    shell = fork(join(root, 'shell/server/main.ts'), [], {
      env: {
        ...process.env,
        ...addresses,
        SHELL_PORT: String(shellPort),
        REGISTRY_FILE: registryFile,
        REGISTRY_PUBLIC_KEY_FILE: publicKeyFile,
        TRUSTED_PROXIES: '127.0.0.1',
        DRAIN_SECONDS: '5',
      },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    shell.stdout?.on('data', (chunk) => (shellPrinted += String(chunk)));
    shell.stderr?.on('data', (chunk) => (shellPrinted += String(chunk)));
    shellEnded = new Promise((resolve) => shell.once('exit', (code) => resolve(code)));
    await Promise.race([
      new Promise((resolve) => shell.once('message', resolve)),
      shellEnded.then((code) => Promise.reject(new Error(`The page server ended with ${String(code)}: ${shellPrinted}`))),
    ]);
    nginx = await startNginx({ port, releases, shell: new URL(shellOrigin).host, gateway: new URL(backend.api).host });
  });
  test.afterAll(async () => {
    await nginx?.stop();
    shell?.kill('SIGTERM');
    await Promise.all([backend?.stop(), mailbox?.close(), shellEnded]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a learner registers, signs in and makes a guide of an uploaded deck, through nginx alone', async ({ page }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== site) elsewhere.push(request.url());
    });
    const registered = await call(
      'POST',
      '/auth/register',
      { body: { firstName: 'Ada', lastName: 'Byron', email, password } },
      `${site}/api`,
    );
    expect(registered.status).toBe(201);
    const link = await mailedLink(email, 'verify-email', { mailbox: `http://127.0.0.1:${String(mailbox.pagePort)}` } as never);
    expect(link.startsWith(`${site}/verify-email/`)).toBe(true);
    await page.goto(link);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${site}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    await page.goto(`${site}/study-materials/create`);
    await page.locator('input[type=file]').first().setInputFiles(join(root, 'samples/biology-cell-respiration.pptx'));
    await page.getByRole('button', { name: 'Generate Guide' }).click();
    await expect(page.getByText('Study guide created successfully!')).toBeVisible({ timeout: 60_000 });
    for (const path of ['/progress', '/subscription', '/settings', '/folders']) {
      await page.goto(`${site}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([]);
    // The page server would log any policy report.
    expect(shellPrinted).not.toContain('policy violation');
  });

  test('releases are compressed, for ever, for every origin; what is not there is not kept', async () => {
    const entry = Object.values(
      (JSON.parse(readFileSync(join(folder, 'releases/remotes.json'), 'utf8')) as { microFrontends: Record<string, { url: string }[]> })
        .microFrontends,
    )[0]?.[0]?.url;
    if (entry === undefined) throw new Error('The registry has no deployment.');
    const small = await undici(entry, { headers: { 'accept-encoding': 'gzip, br' } });
    const plain = await undici(entry);
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    // HSTS is sent only over HTTPS.
    expect(small.headers['strict-transport-security']).toBeUndefined();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(Buffer.from(await small.body.arrayBuffer()))).toEqual(Buffer.from(await plain.body.arrayBuffer()));

    for (const path of [
      '/releases/mf-study/0123456789abcdef/remoteEntry.js',
      '/releases/mf-study',
      '/releases/..%2fpublic-key.pem',
      '/releases/',
    ]) {
      const absent = await undici(`${site}${path}`);
      expect([301, 400, 403, 404], path).toContain(absent.statusCode);
      expect(String(absent.headers['cache-control']), path).not.toContain('max-age');
      await absent.body.dump();
    }
    const registry = await undici(`${site}/releases/remotes.json`);
    expect(registry.headers['cache-control']).toBe('public, max-age=5');
    await registry.body.dump();
  });

  test('the API knows the client behind nginx, takes 50 MB and says itself what is too much; metrics stay inside', async () => {
    const api = `${site}/api`;
    expect((await call('GET', '/health/ready', {}, api)).status).toBe(200);
    expect((await undici(`${api}/metrics`)).statusCode).toBe(404);
    // Failed logins count for the address that nginx saw, whatever the client claims.
    const logIn = async (localAddress: string, forwarded: string): Promise<number> => {
      const dispatcher = new Agent({ localAddress });
      const { statusCode, body } = await undici(`${api}/auth/login`.replace('localhost', '127.0.0.1'), {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify({ email: 'nobody@students.example', password }),
      });
      await body.dump();
      await dispatcher.close();
      return statusCode;
    };
    for (let tries = 0; tries < 10; tries++) expect(await logIn('127.0.0.3', `203.0.113.${String(tries)}`)).toBe(401);
    expect(await logIn('127.0.0.3', '203.0.113.99')).toBe(429);
    expect(await logIn('127.0.0.4', '203.0.113.1')).toBe(401);

    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(51_000_000)], { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' }),
      'a.pptx',
    );
    const token = (await call('POST', '/auth/login', { body: { email, password } }, api)).body.token as string;
    const large = await call('POST', '/study-materials/unified', { token, form }, api);
    // The limit of 50 MB is 50 × 1,048,576 bytes, so this file is read, but is no deck.
    expect(large.status).toBe(422);
    expect(large.body).toHaveProperty('msg');
  });

  test('a path that nginx would rewrite is refused, so that no spelling leads past its locations', async () => {
    const odd = [
      '/api/folders/../internal/events',
      '/api/./folders',
      '/api//folders',
      '/api/%2e%2e/health/live',
      '/api/..%2finternal/events',
      '/api/folders/%5c',
      '/releases/../etc/passwd',
      '/releases//remotes.json',
      '/api/%00',
      '/../api/metrics',
    ];
    for (const { target, status } of await askTargets(Number(new URL(site).port), odd)) expect(status, target).toBe(400);
  });

  test('the page server told to stop is not ready, answers on, and ends', async () => {
    shell.kill('SIGTERM');
    await expect(async () => expect((await fetch(`${shellOrigin}/health/ready`)).status).toBe(503)).toPass({ intervals: [20] });
    expect((await fetch(`${shellOrigin}/login`)).status).toBe(200);
    expect(await shellEnded).toBe(0);
  });
});

test('a call that no process answers in time is not given to a second one, and one that a process refuses is', async () => {
  /** The requests that each process received. */
  const seen: string[][] = [[], []];
  const stalled = seen.map((own) => createServer(({ url = '' }) => void own.push(url)));
  const origins = await Promise.all(
    stalled.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    }),
  );
  const port = await freePort();
  const nginx = await startNginx({ port, releases: '/nowhere', shell: origins.join(' max_fails=0; server '), gateway: origins });
  try {
    const site = `http://127.0.0.1:${String(port)}`;
    expect((await fetch(`${site}/slow`)).status).toBe(504);
    expect(seen.flat()).toEqual(['/slow']);
    // nginx skips a process that it cannot reach.
    const gone = seen.findIndex((own) => own.length === 0);
    stalled[gone]?.close();
    stalled[1 - gone]?.removeAllListeners('request').on('request', (_, outgoing: ServerResponse) => void outgoing.end('here'));
    for (let count = 0; count < 4; count += 1) expect(await (await fetch(`${site}/quick`)).text()).toBe('here');
  } finally {
    await nginx.stop();
    for (const server of stalled) {
      server.close();
      server.closeAllConnections();
    }
  }
});
