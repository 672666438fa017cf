import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { serveAsset } from './assets.ts';
import { developmentOrigins, offerOverrides, type Development } from './development.ts';
import { composePage, type RenderedPage, type ShellRelease } from './page.ts';
import { contentSecurityPolicy, headersWithoutIntegrity, pageHeaders } from './policy.ts';
import { chooseDeployments, type RegistrySource } from '@lectern/registry';

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
  apiUrl: string;
  supportEmail: string;
  log: (line: string) => void;
  /** With it the build is one for development, and its pages may load what this machine serves. */
  development?: Development | undefined;
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

/** Most bytes of a report that a browser may send. */
const largestReport = 64 * 1024;

/** The page server: composes each page, serves the shell's files, answers health checks. */
export const createPageServer = async ({ dist, registry, apiUrl, supportEmail, log, development }: PageServerOptions): Promise<Hono> => {
  const { release, renderer } = await readBuild(dist);
  renderer.configureRenderer({ apiUrl, supportEmail });
  const api = new URL(apiUrl).origin;
  const app = new Hono();

  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', (context) => context.json({ status: 'ready', version: release.version }));

  app.post('/csp-report', bodyLimit({ maxSize: largestReport }), async (context) => {
    const text = (await context.req.text()).slice(0, 4_000);
    log(`policy violation: ${text.replaceAll(/\s+/g, ' ')}`);
    return context.body(null, 204);
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
    const known = await registry.current();
    const isSplit = Object.values(known.microFrontends).some((deployments) => deployments.length > 1);
    const stored = Number(cookieOf(context.req.header('cookie'), 'cohort') ?? Number.NaN);
    const cohort = Number.isInteger(stored) && stored >= 0 && stored < 100 ? stored : Math.floor(Math.random() * 100);
    const remotes = chooseDeployments(known, cohort);
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
      // Only while a remote has several deployments, and nothing about the visitor: a number under 100.
      ...(isSplit && cohort !== stored && { 'set-cookie': `cohort=${String(cohort)}; Path=/; Max-Age=2592000; SameSite=Lax` }),
    };
    if (!(context.req.header('accept-encoding') ?? '').includes('br')) return new Response(html, { headers });
    const body = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return new Response(new Uint8Array(body), { headers: { ...headers, 'content-encoding': 'br' } });
  });

  return app;
};
