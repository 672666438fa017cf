import { createPublicKey } from 'node:crypto';
import { changeRegistry, readStoredRegistry } from './changeRegistry.ts';
import { createReleaseArchive, readBuild, type Build } from './createReleaseArchive.ts';
import { registryName, type Deployment } from './Deployment.ts';
import { listReleases, withDeployments, type ListedRelease } from './deployments.ts';
import { planPromotion, planRelease, planRollback, type Plan } from './planRelease.ts';
import { setServiceWorker } from './setServiceWorker.ts';
import { startReleases, type ReleasesOptions } from './startReleases.ts';

/** The result of releasing a build. */
export interface Released {
  version: string;
  /** The number of files that were new to the store. */
  added: number;
  files: number;
  /** The version that everybody gets now, except the canary's visitors if there is one. */
  current: string;
  /** The previous version; absent for a first release, or if it is the same. */
  before?: string;
  /** The percentage of visitors who get this version before everybody does. */
  canary?: number;
  /** The versions that were removed from the store. */
  removed: string[];
}

/** The result of a promotion or a rollback. `version` is what everybody gets now. */
export interface Moved {
  version: string;
  before: string;
  removed: string[];
}

const movedBy = ({ deployments: [current], before, removed }: Plan): Moved => ({
  version: current.metadata.version,
  // Only a first release has nothing before it.
  before: before ?? current.metadata.version,
  removed,
});

/** Manages releases, and the registry that points to them, in one store. */
export const createReleases = (options: ReleasesOptions) => {
  const { store, privateKey, kept, now } = options;
  const publicKey = createPublicKey(privateKey);
  const archive = createReleaseArchive(store);
  const context = () => ({ now: now().toISOString(), kept });

  /** Changes one remote by one write of the registry. Plans again if somebody else wrote meanwhile. */
  const carryOut = async (id: string, makePlan: (known: readonly Deployment[] | undefined) => Plan | Promise<Plan>): Promise<Plan> => {
    let plan: Plan | undefined;
    await changeRegistry({
      store,
      privateKey,
      now,
      change: async (registry) => {
        plan = await makePlan(registry.microFrontends[registryName(id)]);
        return withDeployments(registry, id, plan.deployments);
      },
    });
    if (!plan) throw new Error('The registry was not changed.');
    await archive.removeAll(id, plan.removed);
    return plan;
  };

  return {
    /**
     * Puts a build into the store and points to it: for everybody, or for a share.
     *
     * @param settings.canary Percent, over 0 and under 100; ignored for a remote's first release, which everybody gets.
     * @throws ReleaseError if there is no build, its address is unknown, or everybody already has the canary's version
     */
    release: async (build: Build, { canary }: { canary?: number } = {}): Promise<Released> => {
      const release = await readBuild(build);
      const { added, files, digest } = await archive.write(build, release);
      const { before, deployments, removed } = await carryOut(build.id, (known) =>
        planRelease(known, build, release, { ...context(), canary, digest }),
      );
      const [current] = deployments;
      return {
        version: release.version,
        added,
        files,
        current: current.metadata.version,
        ...(before !== undefined && before !== current.metadata.version && { before }),
        ...(deployments.length > 1 && canary !== undefined && { canary }),
        removed,
      };
    },

    /** Gives everybody the canary's version. @throws ReleaseError if there is no canary */
    promote: async (id: string): Promise<Moved> => movedBy(await carryOut(id, (known) => planPromotion(known, id, context()))),

    /**
     * Goes back by one write of the registry: to the named version if there is one. Otherwise, if a canary is running, to the current
     * release, and else to the release before it. Always ends the canary.
     *
     * @throws ReleaseError if there is no earlier release, or the store does not have the version
     */
    rollback: async (id: string, wanted?: string): Promise<Moved> =>
      movedBy(
        await carryOut(id, (known) =>
          planRollback(known, id, wanted, { now: context().now, readRelease: (version, released) => archive.read(id, version, released) }),
        ),
      ),

    /** Turns the service worker off or on. @throws ReleaseError without any remote */
    setServiceWorker: (isOn: boolean): Promise<void> => setServiceWorker(options, isOn),

    /** Lists the releases in the store, the newest of each remote first. */
    list: async (): Promise<ListedRelease[]> => listReleases((await readStoredRegistry(store, publicKey)).registry),

    /** Brings the registry up to date when the whole site starts (`startReleases`). */
    start: (builds: readonly (Build & { base: string })[], say: (line: string) => void): Promise<{ id: string; version: string }[]> =>
      startReleases({ ...options, archive }, builds, say),
  };
};

export type Releases = ReturnType<typeof createReleases>;
