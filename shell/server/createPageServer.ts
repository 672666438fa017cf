import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Hono } from 'hono';
import { serveAsset } from './assets.ts';
import { developmentOrigins, offerOverrides, type Development } from './development.ts';
import { composePage, withoutRoutes, type RenderedPage, type ShellRelease } from './page.ts';
import { contentSecurityPolicy, headersWithoutIntegrity, pageHeaders } from './policy.ts';
import { policyReports } from './policyReports.ts';
import { remoteReports } from './remoteReports.ts';
import { createReportBound } from './reportBound.ts';
import { chooseDeployments, cohorts, isCohort, type CanaryWatch, type ChosenRemote, type RegistrySource } from '@lectern/registry';

const compress = promisify(brotliCompress);

/** What the build of `src/landing/renderLanding.tsx` exports. */
export interface Renderer {
  configureRenderer: (settings: { apiUrl: string; supportEmail: string }) => void;
  /** The landing page for `/`, an empty frame for everything else. */
  renderPage: (path: string, nonce: string) => RenderedPage;
}

export interface PageServerOptions {
  /** The shell's `dist`. */
  dist: string;
  registry: RegistrySource;
  canaries: CanaryWatch;
  apiUrl: string;
  supportEmail: string;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  log: (line: string) => void;
  /** With it the build is one for development, and its pages may load what this machine serves. */
  development?: Development | undefined;
  /** Milliseconds. */
  now?: () => number;
}

/** Reads the build. @throws Error when there is none. */
const readBuild = async (dist: string): Promise<{ release: ShellRelease; renderer: Renderer }> => ({
  release: JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as ShellRelease,
  renderer: (await import(pathToFileURL(join(dist, 'server/landing.mjs')).href)) as Renderer,
});

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim().split('='))
    .find(([key]) => key === name)?.[1];

/** Seconds for which others may keep the registry: what a rollback waits for. */
const registryMaxAge = 10;

/**
 * How far one new visitor's share is from the last one's. Without a common factor with their number, so that each comes up once before any
 * comes twice: a canary's share of the visitors is the asked one at any time.
 */
const cohortStep = 6_181;

/** The page server: composes each page, serves the shell's files, answers health checks. */
export const createPageServer = async ({
  dist,
  registry,
  canaries,
  apiUrl,
  supportEmail,
  trustedProxies,
  log,
  development,
  now = () => performance.now(),
}: PageServerOptions): Promise<Hono> => {
  const { release, renderer } = await readBuild(dist);
  renderer.configureRenderer({ apiUrl, supportEmail });
  const api = new URL(apiUrl).origin;
  const app = new Hono();
  let lastCohort = randomInt(cohorts);

  const cohortIn = (cookies: string | undefined): number | undefined => {
    const stored = cookieOf(cookies, 'cohort');
    return stored !== undefined && /^\d{1,4}$/.test(stored) && isCohort(Number(stored)) ? Number(stored) : undefined;
  };
  /** The remotes for a visitor. Who has no share yet gets one, kept in a cookie while it decides something. */
  const chooseFor = async (cookies: string | undefined): Promise<{ remotes: ChosenRemote[]; headers: Record<string, string> }> => {
    const stored = cohortIn(cookies);
    const cohort = stored ?? (lastCohort = (lastCohort + cohortStep) % cohorts);
    const remotes = chooseDeployments(await registry.current(), cohort, canaries.isDemoted);
    const isNew = stored === undefined && remotes.some(({ isSplit }) => isSplit);
    // Nothing about the visitor: one of ten thousand numbers.
    return { remotes, headers: isNew ? { 'set-cookie': `cohort=${String(cohort)}; Path=/; Max-Age=2592000; SameSite=Lax` } : {} };
  };

  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', (context) => context.json({ status: 'ready', version: release.version, contract: release.contract }));

  // A bound each, so that a page that breaks its policy does not silence what is told of canaries.
  policyReports(app, { bound: createReportBound({ trustedProxies, now }), log });
  remoteReports(app, { registry, canaries, cohortIn, bound: createReportBound({ trustedProxies, now }), log, now });

  const shared = { 'cache-control': `public, max-age=${String(registryMaxAge)}`, 'x-content-type-options': 'nosniff' };
  app.get('/remotes.json', async (context) => {
    const document = await registry.document();
    if (!document) return context.text('Not found', 404);
    return context.body(new Uint8Array(document.bytes), 200, { ...shared, 'content-type': 'application/json; charset=utf-8' });
  });
  app.get('/remotes.json.sig', async (context) => {
    const document = await registry.document();
    // Never older than what a cache has of the registry: it holds the signature of the one before, too.
    return document ? context.text(document.signatures, 200, { 'cache-control': 'no-cache' }) : context.text('Not found', 404);
  });
  // For a page that is open already: what it would be told if it were opened now.
  app.get('/remotes', async (context) => {
    const { remotes, headers } = await chooseFor(context.req.header('cookie'));
    return context.json(remotes.map(withoutRoutes), 200, { ...headers, 'cache-control': 'no-store' });
  });

  app.get('/assets/*', async (context) => {
    const path = context.req.path.slice('/assets'.length);
    // Only what the browser build and the fonts wrote; the renderer and the release list stay here.
    const isPublic = /^\/(fonts|[0-9a-f]{16})\//.test(path);
    const response = isPublic ? await serveAsset(dist, path, context.req.raw) : undefined;
    return response ?? context.text('Not found', 404);
  });

  app.get('/robots.txt', (context) => context.text('User-agent: *\nAllow: /$\nDisallow: /\n'));

  app.get('*', async (context) => {
    const { path } = context.req;
    // Ids and tokens have no file extension; a page in place of a missing file hides the mistake.
    if (/^\.[a-z0-9]{1,8}$/i.test(extname(path)) && !path.startsWith('/verify-email/') && !path.startsWith('/reset-password/')) {
      return context.text('Not found', 404);
    }
    const { remotes, headers: cookies } = await chooseFor(context.req.header('cookie'));
    const nonce = randomBytes(18).toString('base64');
    const rendered = renderer.renderPage(path, nonce);
    const overrides = development && (await offerOverrides(development, log));
    const html = composePage({ path, nonce, release, rendered, remotes, apiUrl, supportEmail, ...(overrides && { overrides }) });
    const origins = remotes.map(({ entry }) => new URL(entry).origin);
    const reach = development
      ? { api: `${api} ${developmentOrigins.connect}`, remotes: [...origins, ...developmentOrigins.remotes] }
      : { api, remotes: origins };
    const headers: Record<string, string> = {
      ...(development ? headersWithoutIntegrity : pageHeaders),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce, reach),
      // The nonce is good for one answer.
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      ...cookies,
    };
    if (!(context.req.header('accept-encoding') ?? '').includes('br')) return new Response(html, { headers });
    const body = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return new Response(new Uint8Array(body), { headers: { ...headers, 'content-encoding': 'br' } });
  });

  return app;
};
