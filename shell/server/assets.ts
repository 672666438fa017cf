import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';

/** Content types that browsers depend on. Other files are served as bytes. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const isFile = async (path: string): Promise<number | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Serves a file below a folder, or its brotli version if the browser accepts it. Paths contain a version or a hash, so files are cached
 * forever.
 *
 * @returns undefined if the file does not exist
 */
export const serveAsset = async (folder: string, path: string, request: Request): Promise<Response | undefined> => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // The caller's check of the folder cannot see an encoded "../".
  if (decoded.split(/[\\/]/).includes('..')) return undefined;
  const file = normalize(join(folder, decoded));
  if (!file.startsWith(folder + sep) || decoded.includes('\0')) return undefined;
  const takesBrotli = (request.headers.get('accept-encoding') ?? '').includes('br');
  const compressed = takesBrotli ? await isFile(`${file}.br`) : undefined;
  const size = compressed ?? (await isFile(file));
  if (size === undefined) return undefined;
  const headers: Record<string, string> = {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': String(size),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    ...(compressed !== undefined && { 'content-encoding': 'br' }),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const stream = createReadStream(compressed === undefined ? file : `${file}.br`);
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
};
