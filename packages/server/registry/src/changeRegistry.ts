import { createPublicKey, type KeyObject } from 'node:crypto';
import { emptyRegistry, numbered, readSignedRegistry, signRegistry, type Registry } from './registry.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';
import { ReleaseError } from './ReleaseError.ts';

/** The registry's key in a store. */
export const registryKey = 'remotes.json';
/** The key of its signatures, one per line. */
const signatureKey = `${registryKey}.sig`;

/** How often a change is retried while others write. */
const mostTries = 50;
/** The number of signatures that stay in the file. It supports this many concurrent writers. */
const keptSignatures = 8;

export interface ChangeRegistryOptions {
  store: ReleaseStore;
  /** Ed25519. */
  privateKey: KeyObject;
  /** Called again if the registry was written meanwhile. Returns the same object if there is nothing to write. */
  change: (registry: Registry) => Registry | Promise<Registry>;
  /** If set, a registry with a wrong signature is replaced by an empty one. */
  startsAnew?: (reason: string) => void;
  now: () => Date;
}

/** The registry of a store, with the number of its last write. */
export interface StoredRegistry {
  registry: Registry;
  sequence: number;
  /** The mark of the file; `undefined` if there is none. */
  mark: string | undefined;
}

/** Reads the registry of a store. @throws ReleaseError if its signature is wrong */
export const readStoredRegistry = async (store: ReleaseStore, publicKey: KeyObject): Promise<StoredRegistry> => {
  const document = await store.read(registryKey);
  if (!document) return { registry: emptyRegistry, sequence: 0, mark: undefined };
  // Read after the document, so it is never older. While the registry is being replaced, the file has the signatures of both versions.
  const signatures = (await store.read(signatureKey))?.bytes.toString('utf8') ?? '';
  const { registry, sequence } = readSignedRegistry({ bytes: document.bytes, signatures }, publicKey);
  return { registry, sequence, mark: document.mark };
};

/**
 * Changes the registry by one signed write. Concurrent changes need no lock: first the new signature is added to the present ones, then the
 * new document replaces the one that was read. If another writer was faster at either step, the change starts over with the new state.
 *
 * Each write has a higher number than the one before and, if the clocks are right, than all earlier ones. A registry that was restored or made
 * from scratch is accepted after its first write, even by page servers that know a newer one.
 */
export const changeRegistry = async ({ store, privateKey, change, startsAnew, now }: ChangeRegistryOptions): Promise<Registry> => {
  const publicKey = createPublicKey(privateKey);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const signature = await store.read(signatureKey);
    let known: StoredRegistry;
    try {
      known = await readStoredRegistry(store, publicKey);
    } catch (error) {
      if (!startsAnew) throw error;
      startsAnew(error instanceof Error ? error.message : String(error));
      known = { registry: emptyRegistry, sequence: 0, mark: (await store.read(registryKey))?.mark };
    }
    const changed = await change(known.registry);
    if (changed === known.registry) return changed;
    const next = numbered(changed, Math.max(known.sequence + 1, now().getTime()));
    const { bytes, signatures } = signRegistry(next, privateKey);
    const earlier = signature?.bytes.toString('utf8').split('\n').filter(Boolean) ?? [];
    const all = Buffer.from(`${[signatures, ...earlier].slice(0, keptSignatures).join('\n')}\n`);
    if (!(await store.replace(signatureKey, all, signature?.mark))) continue;
    if (await store.replace(registryKey, bytes, known.mark)) return next;
  }
  throw new ReleaseError(`Others are writing to ${store.name}; try again.`);
};
