import type { KeyObject } from 'node:crypto';
import { changeRegistry } from './changeRegistry.ts';
import { readBuild, type Build, type ReleaseArchive } from './createReleaseArchive.ts';
import { registryName, type RemoteRelease } from './Deployment.ts';
import { ledgerOf, movedTo, withDeployments } from './deployments.ts';
import { planRelease } from './planRelease.ts';
import type { Registry } from './registry.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';

/** The options of `createReleases`. */
export interface ReleasesOptions {
  store: ReleaseStore;
  /** Ed25519; signs the registry. */
  privateKey: KeyObject;
  /** The number of releases of a remote that stay in the store, for pages that were opened with them and for rollbacks. */
  kept: number;
  now: () => Date;
}

interface ReadBuild {
  build: Build & { base: string };
  release: RemoteRelease;
}

interface StartedRelease {
  id: string;
  version: string;
  removed: string[];
}

const withAddress = (registry: Registry, { id, base }: ReadBuild['build']): Registry => {
  const known = registry.microFrontends[registryName(id)] ?? [];
  const moved = known.map((deployment) => movedTo(base, deployment));
  return moved.some(({ url }, index) => url !== known[index]?.url) ? withDeployments(registry, id, moved) : registry;
};

/**
 * Prepares the registry for a start of the whole site. Every deployment gets the address of this start. A build is released only if it
 * differs from the last release of this checkout, so that a rollback stays in effect. A registry with a wrong signature is rebuilt from the
 * builds.
 *
 * @returns the releases that were made
 */
export const startReleases = async (
  { store, privateKey, now, kept, archive }: ReleasesOptions & { archive: ReleaseArchive },
  builds: readonly ReadBuild['build'][],
  say: (line: string) => void,
): Promise<{ id: string; version: string }[]> => {
  const read = await Promise.all(builds.map(async (build): Promise<ReadBuild> => ({ build, release: await readBuild(build) })));
  let released: StartedRelease[] = [];

  const withBuild = async (registry: Registry, { build, release }: ReadBuild): Promise<Registry> => {
    const known = registry.microFrontends[registryName(build.id)];
    if (ledgerOf(known).built === release.version) return withAddress(registry, build);
    const { digest } = await archive.write(build, release);
    const { deployments, removed } = planRelease(known, build, release, { now: now().toISOString(), kept, digest });
    released.push({ id: build.id, version: release.version, removed });
    return withDeployments(registry, build.id, deployments);
  };

  await changeRegistry({
    store,
    privateKey,
    now,
    startsAnew: (reason) => {
      say(`${reason} It is made anew from the builds.`);
    },
    change: async (registry) => {
      released = [];
      let next = registry;
      for (const each of read) next = await withBuild(next, each);
      return next;
    },
  });
  await Promise.all(released.map(({ id, removed }) => archive.removeAll(id, removed)));
  return released.map(({ id, version }) => ({ id, version }));
};
