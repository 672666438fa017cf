import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a release with its `integrity` value. */
export interface ReleaseFile {
  file: string;
  integrity: string;
}

export interface RouteManifest {
  path: string;
  access: 'signed-in' | 'signed-out';
  screen: string;
  staysAfterSignIn?: boolean;
}

export interface RemoteManifest {
  id: string;
  contract: number;
  routes: RouteManifest[];
  navigation: { label: string; path: string; icon: string; order: number; also?: string[] }[];
  slots: string[];
  /** Least API versions of services. */
  services?: Record<string, string>;
}

/** What a remote's build writes to `dist/release.json`. */
export interface RemoteRelease extends ReleaseFile {
  name: string;
  version: string;
  container: string;
  entry: string;
  /** The file that says which calls it makes, as `ConsumerContract`. */
  consumes: string;
  manifest: RemoteManifest;
  routes: Record<string, ReleaseFile[]>;
}

/** One deployment of a remote, in the shape of the Frontend Discovery schema (awslabs/frontend-discovery, v1-pre). */
export interface Deployment {
  url: string;
  fallbackUrl: string;
  metadata: { integrity: string; version: string };
  deployment: { traffic: number; default: boolean };
  /** Ours: what the shell needs before it loads the remote. */
  extras: { container: string; manifest: RemoteManifest; routes: Record<string, ReleaseFile[]> };
}

export interface Registry {
  schema: string;
  microFrontends: Record<string, Deployment[]>;
}

const schema = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';
const signatureOf = (file: string): string => `${file}.sig`;

export interface WriteRegistryOptions {
  remotes: {
    id: string;
    /** As browsers see it: `http://localhost:3001`. */
    origin: string;
    /** Where `release.json` lies. */
    distFolder: string;
  }[];
  /** The registry; its signature goes to the same name with `.sig`. */
  file: string;
  /** Ed25519. */
  privateKey: KeyObject;
}

/** Writes `remotes.json` from the builds and the origins of this run, and signs its exact bytes. */
export const writeRegistry = async ({ remotes, file, privateKey }: WriteRegistryOptions): Promise<Registry> => {
  const microFrontends: Record<string, Deployment[]> = {};
  for (const { id, origin, distFolder } of remotes) {
    const release = JSON.parse(await readFile(join(distFolder, 'release.json'), 'utf8')) as RemoteRelease;
    const url = new URL(release.entry, `${origin}/`).href;
    microFrontends[`lectern/${id}`] = [
      {
        url,
        fallbackUrl: url,
        metadata: { integrity: release.integrity, version: release.version },
        deployment: { traffic: 100, default: true },
        extras: { container: release.container, manifest: release.manifest, routes: release.routes },
      },
    ];
  }
  const registry: Registry = { schema, microFrontends };
  await saveRegistry(registry, file, privateKey);
  return registry;
};

/** Signs and writes a registry; also what a rollback or a canary is: one write. */
export const saveRegistry = async (registry: Registry, file: string, privateKey: KeyObject): Promise<void> => {
  const bytes = Buffer.from(`${JSON.stringify(registry, undefined, 2)}\n`);
  // The signature goes first: a reader that meets a new registry with an old signature would start without remotes.
  await writeFile(`${signatureOf(file)}.new`, sign(undefined, bytes, privateKey).toString('base64'));
  await writeFile(`${file}.new`, bytes);
  await rename(`${signatureOf(file)}.new`, signatureOf(file));
  await rename(`${file}.new`, file);
};

/**
 * Reads a registry and checks its signature.
 *
 * @throws Error when a file is missing or the signature is not of these bytes.
 */
export const readRegistry = async (file: string, publicKey: KeyObject): Promise<Registry> => {
  const [bytes, signature] = await Promise.all([readFile(file), readFile(signatureOf(file), 'utf8')]);
  if (!verify(undefined, bytes, publicKey, Buffer.from(signature, 'base64'))) {
    throw new Error('The signature of the registry is not of its bytes.');
  }
  return JSON.parse(bytes.toString('utf8')) as Registry;
};

/** What one page gets to know of a remote: the deployment chosen for this visitor. */
export interface RegisteredRemote {
  id: string;
  container: string;
  entry: string;
  fallbackEntry: string;
  integrity: string;
  version: string;
  manifest: RemoteManifest;
}

/** A remote with what the page server preloads of it. */
export interface ChosenRemote extends RegisteredRemote {
  routes: Record<string, ReleaseFile[]>;
}

/**
 * Chooses a deployment of each remote.
 *
 * @param cohort 0 to 99, the visitor's share: deployments take the range of their traffic, in order.
 */
export const chooseDeployments = (registry: Registry, cohort: number): ChosenRemote[] =>
  Object.values(registry.microFrontends).flatMap((deployments) => {
    let upTo = 0;
    const chosen =
      deployments.find(({ deployment }) => cohort < (upTo += deployment.traffic)) ??
      deployments.find(({ deployment }) => deployment.default) ??
      deployments[0];
    if (!chosen) return [];
    const { url, fallbackUrl, metadata, extras } = chosen;
    return [{ id: extras.manifest.id, entry: url, fallbackEntry: fallbackUrl, ...metadata, ...extras }];
  });

/** A registry that is read anew when its file changes, and kept when a read fails in between. */
export interface RegistrySource {
  current: () => Promise<Registry>;
}

export const emptyRegistry: Registry = { schema, microFrontends: {} };

export const registrySource = (file: string, publicKeyPem: string, log: (line: string) => void): RegistrySource => {
  const publicKey = createPublicKey(publicKeyPem);
  let known = emptyRegistry;
  let seen = '';
  return {
    current: async () => {
      const mark = await stat(file).then(
        ({ mtimeMs, size, ino }) => `${String(mtimeMs)}:${String(size)}:${String(ino)}`,
        () => 'absent',
      );
      if (mark !== seen) {
        seen = mark;
        try {
          known = await readRegistry(file, publicKey);
        } catch (error) {
          // A page without remotes still says what is wrong in each area; an unsigned address never reaches a browser.
          known = emptyRegistry;
          log(`registry refused: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return known;
    },
  };
};
