import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { createHttpServer } from '@lectern/service-kit/http-server';
import { Hono } from 'hono';

/** A part's Storybook: its `storybook-static`, or the address of its deployment. Served below its id, such as `mf-study`. */
export type BuiltStorybook = { id: string; at: { folder: string } | { url: string } };

export interface StorybooksOptions {
  /** The design system's `storybook-static`, which shows the others next to its own stories. */
  hostFolder: string;
  others: readonly BuiltStorybook[];
  /** 0 for any free port. */
  port: number;
  host?: string;
}

/** All Storybooks at one address. */
export type Storybooks = { address: string; close(): Promise<void> };

/**
 * Finds the Storybooks of the design system, the shell and every remote.
 *
 * @param deployed - addresses of Storybooks that are deployed elsewhere, by id
 * @throws Error for an unknown id
 */
export const findStorybooks = (
  root: string,
  deployed: Readonly<Record<string, string>> = {},
): Pick<StorybooksOptions, 'hostFolder' | 'others'> => {
  const ids = ['shell', ...readdirSync(root).filter((name) => name.startsWith('mf-') && existsSync(join(root, name, '.storybook')))];
  const unknown = Object.keys(deployed).find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" with a Storybook: ${ids.join(', ')}.`);
  const others = ids.map((id) => {
    const url = deployed[id];
    return { id, at: url === undefined ? { folder: join(root, id, 'storybook-static') } : { url } };
  });
  return { hostFolder: join(root, 'packages/web/ui/storybook-static'), others };
};

/** `mf-study` → `Study` */
const titleOf = (id: string): string => id.replace(/^(?:mf-)?(.)/, (_, first: string) => first.toUpperCase());

/** Returns the script with the addresses that the host's manager reads before it starts. `server-checked`: fetched without cookies. */
export const refsScript = (others: readonly BuiltStorybook[]): string => {
  const refs = others.map(({ id, at }) => {
    const key = JSON.stringify(id);
    const url = 'url' in at ? JSON.stringify(at.url) : `new URL(${key}, location.href).href`;
    return `${key}: { id: ${key}, title: ${JSON.stringify(titleOf(id))}, type: 'server-checked', url: ${url} }`;
  });
  return `window.REFS = { ${refs.join(', ')} };\n`;
};

/**
 * Serves all Storybooks at one address: the design system's at the root, which reads the ids of the others from `refs.js`, and each of the
 * others below its id.
 *
 * @throws Error if one is not built or the port is taken.
 */
export const startStorybooks = async ({ hostFolder, others, port, host = '127.0.0.1' }: StorybooksOptions): Promise<Storybooks> => {
  const folders = others.flatMap(({ id, at }) => ('folder' in at ? [{ id, folder: at.folder }] : []));
  for (const folder of [hostFolder, ...folders.map((each) => each.folder)])
    if (!existsSync(join(folder, 'index.json'))) throw new Error(`There is no Storybook in ${folder}: npm run storybook builds all.`);

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // The host's page may be served from another origin.
    context.header('access-control-allow-origin', '*');
    context.header('cache-control', 'no-cache');
  });
  app.get('/refs.js', (context) => context.body(refsScript(others), 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  for (const { id, folder } of folders) {
    app.get(`/${id}`, (context) => context.redirect(`/${id}/`, 308));
    app.get(`/${id}/*`, serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice(id.length + 1) }));
    app.get(`/${id}/*`, (context) => context.notFound());
  }
  app.use(serveStatic({ root: hostFolder }));

  const server = createHttpServer({ fetch: app.fetch, hostname: host });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
