import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDeployment, registryName, type Ledger, type RemoteRelease } from './Deployment.ts';
import { deploymentOf } from './deployments.ts';
import { ReleaseError } from './ReleaseError.ts';
import { isKey, type ReleaseStore } from './store/ReleaseStore.ts';

/** A build that is to be released. */
export interface Build {
  id: string;
  /** Its `dist`, with `release.json` and the folder of the version. */
  distFolder: string;
  /** The address of the remote's folder in the store, with a slash at the end. Defaults to the address in the registry. */
  base?: string;
  /** Whether it was built elsewhere. Then the next start of the site does not mistake the checkout's own build for a newer one. */
  isFromElsewhere?: boolean;
}

/** The content of `<remote>/<version>/release.json`. */
interface StoredRelease extends RemoteRelease {
  /** Its other files, relative to its folder. */
  files: string[];
}

/** The form of a version, which names a folder of the store. */
const versionForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Returns the first fault of a build's description because of which a page server would refuse it. */
const problemOf = (id: string, release: RemoteRelease): string | undefined => {
  const { version, entry } = release;
  if (typeof version !== 'string' || !versionForm.test(version)) return 'version is no name';
  if (typeof entry !== 'string' || !entry.startsWith(`${version}/`) || !isKey(entry)) return 'entry is no file of the version';
  const parsed = parseDeployment(registryName(id), deploymentOf(release, 'http://localhost/', new Date(0).toISOString()));
  return typeof parsed === 'string' ? parsed : undefined;
};

/** Returns the folder of a build's files. @throws ReleaseError if it is a link to another place, whose files would be published */
const folderOf = async (id: string, distFolder: string, version: string): Promise<string> => {
  const folder = join(distFolder, version);
  const [real, expected] = await Promise.all([realpath(folder), realpath(distFolder)]);
  if (real !== join(expected, version)) throw new ReleaseError(`${distFolder} holds no valid build of ${id}: ${version} is a link.`);
  return folder;
};

/** @throws ReleaseError if the folder contains no build of this remote */
export const readBuild = async ({ id, distFolder }: Build): Promise<RemoteRelease> => {
  const release = await readFile(join(distFolder, 'release.json'), 'utf8').catch((error: unknown) => {
    throw new ReleaseError(`There is no build of ${id} in ${distFolder}.`, { cause: error });
  });
  const parsed = JSON.parse(release) as RemoteRelease;
  if (parsed.name !== id) throw new ReleaseError(`${distFolder} holds a build of ${parsed.name}, not of ${id}.`);
  const problem = problemOf(id, parsed);
  if (problem !== undefined) throw new ReleaseError(`${distFolder} holds no valid build of ${id}: ${problem}.`);
  await folderOf(id, distFolder, parsed.version);
  return parsed;
};

const parallelTransfers = 8;

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: parallelTransfers }, async () => {
      for (const item of queue) await work(item);
    }),
  );
};

const keyOf = (id: string, version: string, file: string): string => `${id}/${version}/${file}`;

/** Returns the paths of all files below a folder, sorted, with forward slashes. */
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

const parseRelease = (bytes: Buffer): StoredRelease => JSON.parse(bytes.toString('utf8')) as StoredRelease;

/** Creates the archive of the releases' files in a store. A release is complete if its `release.json` exists. */
export const createReleaseArchive = (store: ReleaseStore) => {
  const remove = async (id: string, version: string): Promise<void> => {
    const found = await store.read(keyOf(id, version, 'release.json'));
    if (!found) return;
    // `release.json` is deleted first, so that an incomplete release never counts as one.
    await store.delete(keyOf(id, version, 'release.json'));
    // The list is not signed, so it may contain anything.
    const files: unknown = parseRelease(found.bytes).files;
    const keys = (Array.isArray(files) ? files : []).map((file) => keyOf(id, version, String(file))).filter(isKey);
    await inParallel(keys, (key) => store.delete(key));
  };

  return {
    /**
     * Adds a build unless the store has it.
     * @returns `added`: the number of files that were new to the store. `digest`: the hash of the stored `release.json`, for the signed
     * registry
     */
    write: async (build: Build, release: RemoteRelease): Promise<{ added: number; files: number; digest: string }> => {
      const folder = await folderOf(build.id, build.distFolder, release.version);
      const files = await filesBelow(folder);
      const list = keyOf(build.id, release.version, 'release.json');
      const stored: StoredRelease = { ...release, files };
      const bytes = Buffer.from(`${JSON.stringify(stored, undefined, 2)}\n`);
      const answer = { files: files.length, digest: digestOf(bytes) };
      const present = await store.read(list);
      if (present?.bytes.equals(bytes)) return { ...answer, added: 0 };
      let added = 0;
      await inParallel(files, async (file) => {
        if (await store.create(keyOf(build.id, release.version, file), await readFile(join(folder, file)))) added += 1;
      });
      // Replaces a description that somebody else has changed.
      if (present) await store.replace(list, bytes, present.mark);
      else await store.create(list, bytes);
      return { ...answer, added };
    },

    /**
     * Reads the description of a release.
     * @param released - the release in the signed ledger, if it is listed there
     * @throws ReleaseError if the store lacks it, or it is not the one that was released
     */
    read: async (id: string, version: string, released: Ledger['releases'][number] | undefined): Promise<RemoteRelease> => {
      const found = released && (await store.read(keyOf(id, version, 'release.json')));
      if (!found) throw new ReleaseError(`${id} ${version} is not in the store: npm run releases lists what is.`);
      const isAsReleased = released.digest === undefined || released.digest === digestOf(found.bytes);
      const release = isAsReleased ? parseRelease(found.bytes) : undefined;
      if (!release || problemOf(id, release) !== undefined)
        throw new ReleaseError(`${id} ${version} in the store is not what was released: release it again.`);
      return release;
    },

    removeAll: (id: string, versions: readonly string[]): Promise<void> => inParallel(versions, (version) => remove(id, version)),
  };
};

export type ReleaseArchive = ReturnType<typeof createReleaseArchive>;
