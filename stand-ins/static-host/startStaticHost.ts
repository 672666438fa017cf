import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { clientTimes } from '@lectern/service-kit/http-server';
import { readTarget } from '@lectern/service-kit/request-target';

/** A remote, served at its own origin. */
export interface HostedRemote {
  id: string;
  port: number;
  /** Its folder of the release store, with a folder for each version. */
  folder: string;
}

export interface StaticHostOptions {
  remotes: readonly HostedRemote[];
  host?: string;
}

export interface StaticHost {
  /** Closes one remote's listener and its connections, as a crash would. */
  stop: (id: string) => Promise<void>;
  /** Opens the listener again. */
  start: (id: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Types that browsers rely on. A release holds only what its build made, so that any other file is served as bytes. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};

const answer = async (folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  // The page's integrity policy accepts scripts only when they are fetched with CORS.
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('vary', 'accept-encoding');
  const fail = (status: number): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(STATUS_CODES[status]);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    fail(405);
    return;
  }
  const target = readTarget(request.url);
  if (!target) {
    fail(400);
    return;
  }
  const { path: pathname } = target;
  if (pathname === '/health/live') {
    response.writeHead(200, { 'content-type': types['.json'] }).end('{"status":"live"}');
    return;
  }
  let file = '';
  try {
    file = normalize(join(folder, decodeURIComponent(pathname)));
  } catch {
    // A malformed escape names no file.
  }
  if (!file.startsWith(normalize(folder) + sep)) {
    fail(404);
    return;
  }
  const compressed = (request.headers['accept-encoding'] ?? '').includes('br') ? await sizeOf(`${file}.br`) : undefined;
  const size = compressed ?? (await sizeOf(file));
  if (size === undefined) {
    fail(404);
    return;
  }
  const isVersioned = /^\/[0-9a-f]{16}\//.test(pathname);
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': size,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(compressed !== undefined && { 'content-encoding': 'br' }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = createReadStream(compressed === undefined ? file : `${file}.br`);
  stream.on('error', () => response.destroy());
  response.on('close', () => stream.destroy());
  stream.pipe(response);
};

/** Serves each remote's releases at its own port, in one process with a listener for each remote, so that one can be closed alone. */
export const startStaticHost = async ({ remotes, host = '127.0.0.1' }: StaticHostOptions): Promise<StaticHost> => {
  const running = new Map<string, Server>();

  const start = async (id: string): Promise<void> => {
    const remote = remotes.find((candidate) => candidate.id === id);
    if (!remote) throw new Error(`The static host knows no ${id}.`);
    if (running.has(id)) return;
    const server = createServer(clientTimes, (request, response) => {
      answer(remote.folder, request, response).catch(() => response.destroy());
    });
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
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  };

  try {
    await Promise.all(remotes.map(({ id }) => start(id)));
  } catch (error) {
    await Promise.all([...running.keys()].map(stop));
    throw error;
  }
  return {
    start,
    stop,
    close: async () => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
};
