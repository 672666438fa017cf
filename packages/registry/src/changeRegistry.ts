import { createPublicKey, type KeyObject } from 'node:crypto';
import { emptyRegistry, numbered, readSignedRegistry, signRegistry, type Registry } from './registry.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';
import { ReleaseError } from './ReleaseError.ts';

/** Where the registry lies in a store. */
export const registryKey = 'remotes.json';
/** Beside it: its signatures, a line each. */
export const signatureKey = `${registryKey}.sig`;

/** How often somebody else may be faster. */
const mostTries = 50;
/** As many writers at once may be under way. */
const keptSignatures = 8;

export interface ChangeRegistryOptions {
  store: ReleaseStore;
  /** Ed25519. */
  privateKey: KeyObject;
  /** Called again when somebody else wrote meanwhile; the same object means that nothing is to be written. */
  change: (registry: Registry) => Registry | Promise<Registry>;
  /** Takes a registry that another key signed, or none, for an empty one. */
  startsAnew?: (reason: string) => void;
  now: () => Date;
}

/** The registry of a store, with the number of its last write. */
export interface StoredRegistry {
  registry: Registry;
  sequence: number;
  /** Of the file; `undefined`: there is none. */
  mark: string | undefined;
}

/** The registry of a store. @throws ReleaseError when its signature is wrong */
export const readStoredRegistry = async (store: ReleaseStore, publicKey: KeyObject): Promise<StoredRegistry> => {
  const document = await store.read(registryKey);
  if (!document) return { registry: emptyRegistry, sequence: 0, mark: undefined };
  // After the document, so that it is never older: it holds the signatures of both while one replaces the other.
  const signatures = (await store.read(signatureKey))?.bytes.toString('utf8') ?? '';
  const { registry, sequence } = readSignedRegistry({ bytes: document.bytes, signatures }, publicKey);
  return { registry, sequence, mark: document.mark };
};

/**
 * Changes the registry: one write, signed. Of several who write at once none is lost, also without a lock: the signature is added to those
 * that are there, then the document replaces the one that was read; whoever was overtaken at either begins again with what is there.
 *
 * Each write has a higher number than the one before, and, as far as clocks are right, than any before: a registry that was put back from a
 * copy, or begun anew, is taken by those who know a newer one as soon as it was written once.
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
  throw new ReleaseError(`${store.name} is being written to by others; try again.`);
};
