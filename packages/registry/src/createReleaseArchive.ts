import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from './ReleaseError.ts';
import type { RemoteRelease } from './registry.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';

/** A build that is to be released. */
export interface Build {
  id: string;
  /** Its `dist`, with `release.json` and the version's folder. */
  distFolder: string;
  /** Where browsers find the remote's folder of the store, with a slash at the end. Absent: the address in the registry stays. */
  base?: string;
  /** Made elsewhere: the next start of the site does not take the checkout's own build for a newer one. */
  isFromElsewhere?: boolean;
}

/** A release as it is stored, `<remote>/<version>/release.json`. */
interface StoredRelease extends RemoteRelease {
  /** Every other file of it, below its folder. */
  files: string[];
}

/** @throws ReleaseError when the folder holds no build of this remote */
export const readBuild = async ({ id, distFolder }: Build): Promise<RemoteRelease> => {
  const release = await readFile(join(distFolder, 'release.json'), 'utf8').catch((error: unknown) => {
    throw new ReleaseError(`There is no build of ${id} in ${distFolder}.`, { cause: error });
  });
  const parsed = JSON.parse(release) as RemoteRelease;
  if (parsed.name !== id) throw new ReleaseError(`${distFolder} holds a build of ${parsed.name}, not of ${id}.`);
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

/** The paths of all files below a folder, sorted, with forward slashes. */
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

const parseRelease = (bytes: Buffer): StoredRelease => JSON.parse(bytes.toString('utf8')) as StoredRelease;

/** The files of releases in a store. A release is complete when its `release.json` is there. */
export const createReleaseArchive = (store: ReleaseStore) => {
  const remove = async (id: string, version: string): Promise<void> => {
    const found = await store.read(keyOf(id, version, 'release.json'));
    if (!found) return;
    // `release.json` first, so that no incomplete release counts as one.
    await store.delete(keyOf(id, version, 'release.json'));
    await inParallel(parseRelease(found.bytes).files, (file) => store.delete(keyOf(id, version, file)));
  };

  return {
    /** Adds a build, unless it is there. Answers how many of its files the store did not have. */
    write: async (build: Build, release: RemoteRelease): Promise<{ added: number; files: number }> => {
      const folder = join(build.distFolder, release.version);
      const files = await filesBelow(folder);
      const list = keyOf(build.id, release.version, 'release.json');
      if (await store.read(list)) return { added: 0, files: files.length };
      let added = 0;
      await inParallel(files, async (file) => {
        if (await store.create(keyOf(build.id, release.version, file), await readFile(join(folder, file)))) added += 1;
      });
      const stored: StoredRelease = { ...release, files };
      await store.create(list, Buffer.from(`${JSON.stringify(stored, undefined, 2)}\n`));
      return { added, files: files.length };
    },

    /** @throws ReleaseError when the store does not have it */
    read: async (id: string, version: string): Promise<RemoteRelease> => {
      const found = await store.read(keyOf(id, version, 'release.json'));
      if (!found) throw new ReleaseError(`${id} ${version} is not in the store: npm run releases lists what is.`);
      return parseRelease(found.bytes);
    },

    removeAll: (id: string, versions: readonly string[]): Promise<void> => inParallel(versions, (version) => remove(id, version)),
  };
};

export type ReleaseArchive = ReturnType<typeof createReleaseArchive>;
