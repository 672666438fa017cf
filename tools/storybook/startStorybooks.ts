import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { readTarget } from '@lectern/service-kit/request-target';

/** A part's built Storybook. */
export interface BuiltStorybook {
  /** `mf-study`: also its path below the address. */
  id: string;
  /** Its `storybook-static`, or the address of its deployment. */
  at: { folder: string } | { url: string };
}

export interface StorybooksOptions {
  /** The design system's `storybook-static`: the one that shows the others beside its own stories. */
  hostFolder: string;
  others: readonly BuiltStorybook[];
  /** 0: any free port. */
  port: number;
  host?: string;
}

export interface Storybooks {
  /** The address of all of them. */
  address: string;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const titleOf = (id: string): string => {
  const name = id.replace(/^mf-/, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** The addresses that the host's manager reads before it starts. `server-checked`: fetched without cookies. */
export const refsScript = (others: readonly BuiltStorybook[]): string => {
  const refs = others.map(({ id, at }) => {
    const url = 'url' in at ? JSON.stringify(at.url) : `new URL(${JSON.stringify(id)}, location.href).href`;
    return `${JSON.stringify(id)}: { id: ${JSON.stringify(id)}, title: ${JSON.stringify(titleOf(id))}, type: 'server-checked', url: ${url} }`;
  });
  return `window.REFS = { ${refs.join(', ')} };\n`;
};

/**
 * Serves all Storybooks at one address: the design system's at its root, each other below its id, named to it as refs.
 *
 * @throws Error when one is not built, or the port is taken.
 */
export const startStorybooks = async ({ hostFolder, others, port, host = '127.0.0.1' }: StorybooksOptions): Promise<Storybooks> => {
  const folders = new Map(others.flatMap(({ id, at }) => ('folder' in at ? [[id, at.folder] as const] : [])));
  for (const folder of [hostFolder, ...folders.values()])
    if (!existsSync(join(folder, 'index.json'))) throw new Error(`There is no Storybook in ${folder}: npm run storybook builds all.`);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The host's page may be served from another origin.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-cache');
    const fail = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'Not allowed');
    const target = readTarget(request.url);
    if (!target) return fail(400, 'Bad Request');
    const [, part = ''] = target.path.split('/', 2);
    const rest = target.path.slice(1 + part.length);
    if (part === 'refs.js') {
      response.writeHead(200, { 'content-type': types['.js'] }).end(refsScript(others));
      return;
    }
    const own = folders.get(part);
    if (own !== undefined && rest === '') {
      response.writeHead(308, { location: `/${part}/` }).end();
      return;
    }
    const folder = normalize(own ?? hostFolder);
    let path: string;
    try {
      path = decodeURIComponent(own === undefined ? `/${part}${rest}` : rest);
    } catch {
      return fail(400, 'Malformed');
    }
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    const found = file.startsWith(folder + sep) && !file.includes('\0') ? await stat(file).catch(() => undefined) : undefined;
    if (!found?.isFile()) return fail(404, 'Not found');
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-length': found.size });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    address: `http://localhost:${String(typeof address === 'object' ? (address?.port ?? port) : port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
