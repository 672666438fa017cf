import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { singleConfig } from '@lectern/build/single';
import { remoteIds } from '@lectern/contracts';
import webpack from 'webpack';

const root = join(import.meta.dirname, '..', '..');
const output = join(root, '.cache', 'bench', 'single');

interface File {
  file: string;
  integrity: string;
}
interface Release {
  scripts: File[];
  learner: File[];
  routes: Record<string, File[]>;
}

/** Builds the site as one application. @throws Error with webpack's output */
const build = async (): Promise<Release> => {
  const config = singleConfig({ root, output, remotes: remoteIds, loader: join(import.meta.dirname, 'localRemotes.js') });
  await new Promise<void>((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
  return JSON.parse(readFileSync(join(output, 'dist', 'release.json'), 'utf8')) as Release;
};

/** Returns the response headers that do not depend on the body. */
const headersOf = ({ headers }: Response): Record<string, string> => {
  const ofBody = new Set(['content-encoding', 'content-length', 'connection', 'keep-alive', 'date', 'transfer-encoding']);
  return Object.fromEntries([...headers].filter(([name]) => !ofBody.has(name)));
};

const matches = (pattern: string, path: string): boolean => new RegExp(`^${pattern.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`).test(path);

export interface SingleSite {
  address: string;
  /** The folder with its scripts. */
  distFolder: string;
  close: () => Promise<void>;
}

/**
 * Serves the site as one application with lazy routes: the real page server's pages with their headers, but with the scripts and preloads
 * of the single build instead of those of the shell and the remotes.
 *
 * @param site The real site's address.
 */
export const startSingleSite = async (site: string): Promise<SingleSite> => {
  const release = await build();
  const distFolder = join(output, 'dist');
  const { scripts } = JSON.parse(readFileSync(join(root, 'shell', 'dist', 'release.json'), 'utf8')) as Release;
  const scriptHeaders = headersOf(await fetch(`${site}/assets/${scripts[0]?.file ?? ''}`, { method: 'HEAD' }));
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', site);
    const answer = async (): Promise<void> => {
      const file = join(distFolder, pathname.replace(/^\/assets\//, ''));
      if (pathname.startsWith('/assets/') && existsSync(`${file}.br`)) {
        const script = readFileSync(`${file}.br`);
        outgoing.writeHead(200, { ...scriptHeaders, 'content-encoding': 'br', 'content-length': script.length }).end(script);
        return;
      }
      const page = await fetch(`${site}${incoming.url ?? '/'}`, { headers: { 'accept-encoding': 'identity' } });
      const body = Buffer.from(await page.arrayBuffer());
      if (!(page.headers.get('content-type') ?? '').startsWith('text/html')) {
        outgoing.writeHead(page.status, { ...headersOf(page), 'content-length': body.length }).end(body);
        return;
      }
      const html = body.toString();
      const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
      const pattern = Object.keys(release.routes)
        .filter((candidate) => matches(candidate, pathname))
        .sort((one, other) => one.split(':').length - other.split(':').length)[0];
      const isForLearners = /rel="preload" as="script" href="\/assets\/[^"]*\/learner\.js"/.test(html);
      const ahead = pattern === undefined ? [] : [...(isForLearners ? release.learner : []), ...(release.routes[pattern] ?? [])];
      const attributes = ({ integrity }: File): string => `integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}"`;
      const tags = [
        ...release.scripts.map((script) => `<script defer src="/assets/${script.file}" ${attributes(script)}></script>`),
        ...ahead.map((script) => `<link rel="preload" as="script" href="/assets/${script.file}" ${attributes(script)}>`),
      ];
      const lines = html.split('\n');
      const isScript = (line: string): boolean => line.startsWith('<link rel="preload" as="script"') || line.startsWith('<script defer ');
      const place = lines.findIndex(isScript);
      const composed = lines.flatMap((line, index) => [...(index === place ? tags : []), ...(isScript(line) ? [] : [line])]).join('\n');
      const compressed = brotliCompressSync(composed, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
      outgoing.writeHead(200, { ...headersOf(page), 'content-encoding': 'br', 'content-length': compressed.length }).end(compressed);
    };
    answer().catch((error: unknown) => {
      outgoing.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    distFolder,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
