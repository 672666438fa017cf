import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { acceptedName, createAcceptedSequence, type AcceptedSequence } from './acceptedSequence.ts';
import { emptyRegistry, readSignedRegistry, type Registry, type SignedRegistry } from './registry.ts';

/** The current registry of a page server. */
export interface RegistrySource {
  /** Never rejects. Resolves to the empty registry if none can be trusted. */
  current: () => Promise<Registry>;
  /** Its exact bytes and signatures, if there is one. */
  document: () => Promise<SignedRegistry | undefined>;
}

/** A source without any remotes. */
export const noRegistry: RegistrySource = {
  current: () => Promise.resolve(emptyRegistry),
  document: () => Promise.resolve(undefined),
};

interface Known {
  registry: Registry;
  document?: SignedRegistry;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Checks {
  publicKey: KeyObject;
  accepted: AcceptedSequence;
  log: (line: string) => void;
}

/**
 * Checks a registry and fails closed: if its signature is wrong there are no remotes, and invalid deployments are omitted. A registry that
 * is older than the highest accepted one is ignored, even with a valid signature.
 *
 * @param known - the registry so far
 */
const accept = (document: SignedRegistry, known: Known, { publicKey, accepted, log }: Checks): Known => {
  try {
    const { registry, sequence, refused } = readSignedRegistry(document, publicKey);
    if (sequence < accepted.highest()) {
      log(`registry refused, the last one stays: its number is ${String(sequence)}, and ${String(accepted.highest())} was accepted before`);
      return known;
    }
    accepted.raise(sequence);
    for (const reason of refused) log(`deployment refused: ${reason}`);
    return { registry, document };
  } catch (error) {
    // Without remotes the page shows a message in each area; an unsigned address never reaches a browser.
    log(`registry refused: ${messageOf(error)}`);
    return { registry: emptyRegistry };
  }
};

/**
 * A registry in a file, with its signature and the highest accepted number in files next to it. Each page checks whether the file has
 * changed, and reads it if so.
 *
 * @param publicKeyPem - Ed25519
 */
export const fileRegistrySource = (file: string, publicKeyPem: string, log: (line: string) => void): RegistrySource => {
  const checks: Checks = {
    publicKey: createPublicKey(publicKeyPem),
    accepted: createAcceptedSequence(join(dirname(file), acceptedName), log),
    log,
  };
  const signatureFile = `${file}.sig`;
  const markOf = (path: string): Promise<string> =>
    stat(path).then(
      ({ mtimeMs, size, ino }) => [mtimeMs, size, ino].join(':'),
      () => 'absent',
    );
  let known: Known = { registry: emptyRegistry };
  let seen = '';
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const marks = (await Promise.all([markOf(file), markOf(signatureFile)])).join(' ');
    if (marks === seen) return;
    try {
      const bytes = await readFile(file);
      known = accept({ bytes, signatures: await readFile(signatureFile, 'utf8') }, known, checks);
    } catch (error) {
      known = { registry: emptyRegistry };
      log(`registry refused: ${messageOf(error)}`);
    }
    seen = marks;
  };
  const latest = async (): Promise<Known> => {
    await (reading ??= read().finally(() => {
      reading = undefined;
    }));
    return known;
  };
  return { current: async () => (await latest()).registry, document: async () => (await latest()).document };
};

export interface UrlRegistrySourceOptions {
  /** The address of the registry. Its signature has the same address with `.sig`. */
  url: string;
  /** Ed25519. */
  publicKeyPem: string;
  log: (line: string) => void;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds. */
  now?: () => number;
}

/** The maximum time that a page waits for a newer registry. Milliseconds. */
const patienceMs = 1_000;
/** The pause after a failure. Milliseconds. */
const pauseMs = 5_000;
/** How long an answer is used, in seconds: the default without a `max-age`, and the bounds of one. */
const goodFor = { unsaid: 10, least: 1, most: 300 };

const maxAgeOf = (response: Response): number => {
  const said = /(?:^|[\s,])max-age=(\d{1,9})/.exec(response.headers.get('cache-control') ?? '')?.[1];
  return Math.min(goodFor.most, Math.max(goodFor.least, said === undefined ? goodFor.unsaid : Number(said)));
};

/**
 * A registry at an address. It is fetched again after its `max-age`. If that fails, the last valid one stays in use. The highest accepted
 * number is lost with the process.
 */
export const urlRegistrySource = ({
  url,
  publicKeyPem,
  log,
  fetch = globalThis.fetch,
  now = () => performance.now(),
}: UrlRegistrySourceOptions): RegistrySource => {
  const checks: Checks = { publicKey: createPublicKey(publicKeyPem), accepted: createAcceptedSequence(undefined, log), log };
  let known: Known = { registry: emptyRegistry };
  let seen: SignedRegistry | undefined;
  let dueAt = -Infinity;
  let reading: Promise<void> | undefined;
  const get = async (address: string, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(address, { signal, headers: { 'cache-control': 'no-cache' } });
    if (!response.ok) throw new Error(`${address} was answered with ${String(response.status)}`);
    return response;
  };
  const read = async (): Promise<void> => {
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await get(url, signal);
      const bytes = Buffer.from(await response.arrayBuffer());
      // Fetched after the document, so it is never older.
      const signatures = await (await get(`${url}.sig`, signal)).text();
      // A refusal is logged once, not at each fetch.
      if (!seen?.bytes.equals(bytes) || seen.signatures !== signatures) {
        seen = { bytes, signatures };
        known = accept(seen, known, checks);
      }
      dueAt = now() + maxAgeOf(response) * 1_000;
    } catch (error) {
      log(`registry not fetched, the last one stays: ${messageOf(error)}`);
      dueAt = now() + pauseMs;
    }
  };
  const latest = async (): Promise<Known> => {
    if (now() >= dueAt)
      await (reading ??= read().finally(() => {
        reading = undefined;
      }));
    return known;
  };
  return { current: async () => (await latest()).registry, document: async () => (await latest()).document };
};
