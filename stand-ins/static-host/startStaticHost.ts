import type { Server } from 'node:http';
import { serveStatic } from '@hono/node-server/serve-static';
import { createHttpServer } from '@lectern/service-kit/http-server';
import { Hono } from 'hono';

/** A remote served at its own origin. */
export interface HostedRemote {
  id: string;
  port: number;
  /** Its folder in the release store, with one subfolder per version. */
  folder: string;
}

export interface StaticHostOptions {
  remotes: readonly HostedRemote[];
  host?: string;
}

export interface StaticHost {
  /** Closes a remote's listener and connections, as a crash would. */
  stop: (id: string) => Promise<void>;
  /** Opens a remote's listener again. */
  start: (id: string) => Promise<void>;
  close: () => Promise<void>;
}

const releasesOf = (folder: string): Hono => {
  const app = new Hono();
  app.use(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') return context.text('Method Not Allowed', 405);
    await next();
    // The page's integrity policy accepts only scripts that are fetched with CORS.
    context.header('access-control-allow-origin', '*');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('x-content-type-options', 'nosniff');
    return undefined;
  });
  app.get('/health/live', (context) => context.json({ status: 'live' }));
  const cacheControl = (path: string): string => (/^\/[0-9a-f]{16}\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  app.use(
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_, context) => context.header('cache-control', cacheControl(context.req.path)),
    }),
  );
  return app;
};

/** Serves each remote's releases at its own port. Each remote's listener can be closed separately. */
export const startStaticHost = async ({ remotes, host = '127.0.0.1' }: StaticHostOptions): Promise<StaticHost> => {
  const running = new Map<string, Server>();

  const start = async (id: string): Promise<void> => {
    const remote = remotes.find((candidate) => candidate.id === id);
    if (!remote) throw new Error(`The static host knows no ${id}.`);
    if (running.has(id)) return;
    const server = createHttpServer({ fetch: releasesOf(remote.folder).fetch, hostname: host });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(remote.port, host, resolve);
    });
    running.set(id, server);
  };

  const stop = async (id: string): Promise<void> => {
    const server = running.get(id);
    if (!server) return;
    running.delete(id);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };

  const close = async (): Promise<void> => {
    await Promise.all([...running.keys()].map(stop));
  };

  try {
    await Promise.all(remotes.map(({ id }) => start(id)));
  } catch (error) {
    await close();
    throw error;
  }
  return { start, stop, close };
};
