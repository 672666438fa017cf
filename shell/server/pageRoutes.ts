import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ChosenRemote } from '@lectern/registry';
import { framePath } from '@lectern/worker/names';
import type { Hono } from 'hono';
import type { RemoteChooser } from './createRemoteChooser.ts';
import { developmentOrigins, offerOverrides, type Development } from './development.ts';
import type { PageShape } from '../src/PageData.ts';
import { composePage, shapeFor, type RenderedPage } from './page.ts';
import type { ShellRelease } from './ShellRelease.ts';
import { contentSecurityPolicy, headersWithoutIntegrity, pageHeaders } from './policy.ts';

const compress = promisify(brotliCompress);

/** The exports of the built `src/landing/renderLanding.tsx`. */
export interface Renderer {
  configureRenderer: (settings: { apiUrl: string; supportEmail: string }) => void;
  /** Renders the landing page for `/`, and the frame with a skeleton for any other path. */
  renderPage: (path: string, nonce: string, shape: PageShape, announced: ChosenRemote['manifest']['navigation']) => RenderedPage;
}

export interface PageRouteOptions {
  release: ShellRelease;
  renderer: Renderer;
  choose: RemoteChooser;
  apiUrl: string;
  supportEmail: string;
  development: Development | undefined;
  log: (line: string) => void;
}

/** Whether a path names a file: a page in place of a missing file would hide the error. Paths with a mailed token are never files. */
const isFile = (path: string): boolean =>
  /^\.[a-z0-9]{1,8}$/i.test(extname(path)) && !path.startsWith('/verify-email/') && !path.startsWith('/reset-password/');

const policyFor = (nonce: string, remotes: readonly ChosenRemote[], apiUrl: string, development: Development | undefined): string => {
  const api = new URL(apiUrl).origin;
  const origins = remotes.map(({ entry }) => new URL(entry).origin);
  return contentSecurityPolicy(
    nonce,
    development
      ? { api: `${api} ${developmentOrigins.connect}`, remotes: [...origins, ...developmentOrigins.remotes] }
      : { api, remotes: origins },
  );
};

/** Serves the page at every path that is not a file. */
export const pageRoutes = (app: Hono, options: PageRouteOptions): void => {
  const { release, renderer, choose, apiUrl, supportEmail, development, log } = options;
  app.get('*', async (context) => {
    const { path } = context.req;
    if (isFile(path) && path !== framePath) return context.text('Not found', 404);
    const { remotes, hasWorker, headers: cookies } = await choose(context.req.header('cookie'));
    const nonce = randomBytes(18).toString('base64');
    const rendered = renderer.renderPage(
      path,
      nonce,
      shapeFor(path, remotes),
      remotes.flatMap(({ manifest }) => manifest.navigation),
    );
    const overrides = development && (await offerOverrides(development, log));
    const html = composePage({
      ...{ path, nonce, release, rendered, remotes, apiUrl, supportEmail },
      hasWorker: hasWorker && !development,
      ...(overrides && { overrides }),
    });
    const headers: Record<string, string> = {
      ...(development ? headersWithoutIntegrity : pageHeaders),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(nonce, remotes, apiUrl, development),
      // The nonce is valid for one response.
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      // Whoever gets a link decides about passing it on; search engines do not list it.
      ...(path.startsWith('/shared/') && { 'x-robots-tag': 'noindex, nofollow' }),
      ...cookies,
    };
    if (!(context.req.header('accept-encoding') ?? '').includes('br')) return new Response(html, { headers });
    const body = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return new Response(new Uint8Array(body), { headers: { ...headers, 'content-encoding': 'br' } });
  });
};
