import { ReleaseError } from '../ReleaseError.ts';

/** A file of a store, with a mark (ETag) that changes with its content. */
interface StoredFile {
  bytes: Buffer;
  mark: string;
}

/**
 * The storage of releases: files in `<remote>/<version>/…` never change, `remotes.json` and its signature are replaced. Keys are paths with
 * slashes. Every call throws an Error with a message of one line if the key could lead out of the store, or if the store refuses the call
 * or does not answer.
 */
export interface ReleaseStore {
  /** The folder or the address, for messages. */
  readonly name: string;
  read(key: string): Promise<StoredFile | undefined>;
  /** Adds a file unless it exists. @returns whether it was added */
  create(key: string, bytes: Buffer): Promise<boolean>;
  /**
   * Writes a file unless somebody else wrote it since it was read.
   *
   * @param mark - the mark of the file that was read; `undefined` if there was none
   * @returns whether it was written
   */
  replace(key: string, bytes: Buffer, mark: string | undefined): Promise<boolean>;
  /** Deletes a file if it exists. */
  delete(key: string): Promise<void>;
}

// oxlint-disable-next-line no-control-regex
const keyPart = /^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]+$/;

/** Returns whether a path stays below the folder to which it is appended. */
export const isKey = (key: string): boolean => key.split('/').every((part) => keyPart.test(part));

/**
 * Returns the parts of a key. @throws ReleaseError for a path that could lead out of the store, because the lists of files in a store are
 * not signed
 */
export const partsOfKey = (key: string): string[] => {
  if (!isKey(key)) throw new ReleaseError(`${JSON.stringify(key)} cannot be the name of a file of a release.`);
  return key.split('/');
};

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  sig: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

/** Returns the headers of a file, for stores that keep them. */
export const headersOf = (key: string): Record<string, string> => {
  const isBrotli = key.endsWith('.br');
  const extension = (isBrotli ? key.slice(0, -'.br'.length) : key).split('.').at(-1) ?? '';
  // Files in a version's folder never change. The registry may be cached briefly. Its signatures are not cached: they also cover the
  // previous registry, so they may be newer than a cached registry but must never be older.
  const kept = key.split('/').length > 2 ? 'public, max-age=31536000, immutable' : key.endsWith('.sig') ? 'no-cache' : 'public, max-age=10';
  return {
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': kept,
    ...(isBrotli && { 'content-encoding': 'br' }),
  };
};
