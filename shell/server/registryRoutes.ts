import type { RegistrySource } from '@lectern/registry';
import type { Hono } from 'hono';
import type { RemoteChooser } from './createRemoteChooser.ts';
import { withoutRoutes } from './page.ts';

/** Cache lifetime of the registry in seconds. A rollback reaches everybody within this time. */
const registryMaxAge = 10;

/** Serves the signed registry, and the current remotes for a page that is already open. */
export const registryRoutes = (app: Hono, { registry, choose }: { registry: RegistrySource; choose: RemoteChooser }): void => {
  const shared = { 'cache-control': `public, max-age=${String(registryMaxAge)}`, 'x-content-type-options': 'nosniff' };
  app.get('/remotes.json', async (context) => {
    const document = await registry.document();
    if (!document) return context.text('Not found', 404);
    return context.body(new Uint8Array(document.bytes), 200, { ...shared, 'content-type': 'application/json; charset=utf-8' });
  });
  app.get('/remotes.json.sig', async (context) => {
    const document = await registry.document();
    // Not cached, so it is never older than a cached registry. It also contains the signature of the previous registry.
    return document ? context.text(document.signatures, 200, { 'cache-control': 'no-cache' }) : context.text('Not found', 404);
  });
  app.get('/remotes', async (context) => {
    const { remotes, headers } = await choose(context.req.header('cookie'));
    return context.json(remotes.map(withoutRoutes), 200, { ...headers, 'cache-control': 'no-store' });
  });
};
