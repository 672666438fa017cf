import { createHash } from 'node:crypto';
import type { RawRow, RawStore } from './RawStore.ts';

/** A copied collection. */
export interface CopiedCollection {
  readonly name: string;
  readonly documents: number;
  /** Hexadecimal. Equal documents have equal checksums on every engine. */
  readonly checksum: string;
}

/** The target contains data from elsewhere, or differs from the source after the copy. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

const BATCH = 50;
/** A setting of the target during a copy. It distinguishes an interrupted copy from other data. */
const MARK = 'copy under way';

/** Returns JSON with sorted fields, because engines may return fields in another order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const checksumOf = ({ document, folded }: RawRow): bigint =>
  BigInt(`0x${createHash('sha256').update(canonical({ document, folded })).digest('hex')}`);

async function* rowsOf(store: RawStore, collection: string, from?: string): AsyncGenerator<RawRow[]> {
  for (let after = from; ;) {
    const rows = await store.read(collection, after, BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?._id;
  }
}

/** Returns the number and checksum of a collection's documents. The checksum does not depend on the order in which an engine reads. */
const sumUp = async (store: RawStore, name: string): Promise<CopiedCollection> => {
  let documents = 0;
  let sum = 0n;
  for await (const rows of rowsOf(store, name)) {
    documents += rows.length;
    for (const row of rows) sum = (sum + checksumOf(row)) % (1n << 256n);
  }
  return { name, documents, checksum: sum.toString(16) };
};

const compare = async (
  collections: readonly string[],
  from: RawStore,
  to: RawStore,
): Promise<{ copied: CopiedCollection[] } | { differs: string }> => {
  const copied: CopiedCollection[] = [];
  for (const name of collections) {
    const [source, target] = [await sumUp(from, name), await sumUp(to, name)];
    if (source.documents !== target.documents || source.checksum !== target.checksum)
      return { differs: `${name} differs: ${source.documents} documents here, ${target.documents} there.` };
    copied.push(source);
  }
  return { copied };
};

const lastOf = async (store: RawStore, collection: string): Promise<string | undefined> => {
  let last: string | undefined;
  for await (const rows of rowsOf(store, collection)) last = rows.at(-1)?._id;
  return last;
};

/**
 * Copies one service's data to an empty store of another engine, and compares both by counts and checksums. The next call continues an
 * interrupted copy; after a finished one it only compares. No other process may write to either store meanwhile.
 *
 * @throws CopyError if the target contains data from elsewhere, or differs from the source after the copy
 */
export async function copyData(from: RawStore, to: RawStore): Promise<CopiedCollection[]> {
  const collections = await from.collections();
  const known = await to.settings();
  if (!known.has(MARK)) {
    const filled: string[] = [];
    for (const name of await to.collections()) if ((await to.count(name)) > 0) filled.push(name);
    if (filled.length > 0) {
      // If a copy of several services was interrupted, the first services are complete.
      const done = filled.every((name) => collections.includes(name)) ? await compare(collections, from, to) : undefined;
      if (done && 'copied' in done) return done.copied;
      throw new CopyError(`The target holds other data already (${filled.join(', ')}); copying would mix the two.`);
    }
    await to.set(MARK, 'yes');
  }
  for (const name of collections) {
    const last = known.has(MARK) ? await lastOf(to, name) : undefined;
    for await (const rows of rowsOf(from, name, last)) await to.write(name, rows);
  }
  const compared = await compare(collections, from, to);
  if ('differs' in compared) throw new CopyError(`${compared.differs} Was something still running? Empty the target and copy again.`);
  for (const [setting, value] of await from.settings()) if (setting !== MARK) await to.set(setting, value);
  await to.set(MARK, undefined);
  return compared.copied;
}
