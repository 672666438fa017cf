import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RegistrySource } from '@lectern/registry';
import { Hono } from 'hono';
import { serveAsset } from './assets.ts';
import { createRemoteChooser } from './createRemoteChooser.ts';
import type { Development } from './development.ts';
import type { ShellRelease } from './ShellRelease.ts';
import { pageRoutes, type Renderer } from './pageRoutes.ts';
import { transportHeaders } from './policy.ts';
import { policyReports } from './policyReports.ts';
import { registryRoutes } from './registryRoutes.ts';
import { remoteReports } from './remoteReports.ts';
import { createReportBound } from './reportBound.ts';
import { readWorkerScripts, workerRoutes, type WorkerScripts } from './workerRoutes.ts';

export interface PageServerOptions {
  /** The path of the shell's `dist` folder. */
  dist: string;
  registry: RegistrySource;
  apiUrl: string;
  /** The site's public address. */
  publicUrl: string;
  supportEmail: string;
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  log: (line: string) => void;
  /** Set for a development build, whose pages may load remotes from servers on this machine. */
  development?: Development | undefined;
  /** A clock in milliseconds. */
  now?: () => number;
}

/** Reads the build. @throws Error if there is none */
const readBuild = async (dist: string): Promise<{ release: ShellRelease; renderer: Renderer; scripts: WorkerScripts }> => ({
  release: JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as ShellRelease,
  renderer: (await import(pathToFileURL(join(dist, 'server/landing.mjs')).href)) as Renderer,
  scripts: await readWorkerScripts(dist),
});

/** Creates the page server: it composes each page, serves the shell's files, and answers health checks. */
export const createPageServer = async (options: PageServerOptions): Promise<Hono> => {
  const { dist, registry, apiUrl, publicUrl, supportEmail, trustedProxies, log, development, now = () => performance.now() } = options;
  const { release, renderer, scripts } = await readBuild(dist);
  renderer.configureRenderer({ apiUrl, supportEmail });
  const choose = createRemoteChooser(registry);
  const app = new Hono();
  const transport = Object.entries(transportHeaders(publicUrl));
  app.use(async (context, next) => {
    const isEncoded = context.req.header('content-encoding') !== undefined && context.req.raw.body !== null;
    if (isEncoded) context.res = context.text('Send the body without Content-Encoding', 415);
    else await next();
    for (const [name, value] of transport) context.res.headers.set(name, value);
  });

  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', (context) => context.json({ status: 'ready', version: release.version, contract: release.contract }));

  // Each route has its own rate limit, so that policy reports cannot exhaust the limit for reports on remotes.
  policyReports(app, { bound: createReportBound({ trustedProxies, now }), log });
  remoteReports(app, { registry, bound: createReportBound({ trustedProxies, now }), log, now });
  registryRoutes(app, { registry, choose });

  app.get('/assets/*', async (context) => {
    const path = context.req.path.slice('/assets'.length);
    // Only the fonts, the icons and the files of the browser build are public, not the renderer and the release list.
    const isPublic = /^\/(fonts|icons|[0-9a-f]{16})\//.test(path);
    const response = isPublic ? await serveAsset(dist, path, context.req.raw) : undefined;
    return response ?? context.text('Not found', 404);
  });
  app.get('/robots.txt', (context) => context.text('User-agent: *\nAllow: /$\nDisallow: /\n'));
  workerRoutes(app, { release, scripts, registry, apiUrl, isDevelopment: development !== undefined });
  pageRoutes(app, { release, renderer, choose, apiUrl, supportEmail, development, log });
  return app;
};
