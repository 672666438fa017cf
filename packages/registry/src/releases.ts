import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeRegistry, readStoredRegistry } from './changeRegistry.ts';
import { ReleaseError } from './ReleaseError.ts';
import { registryName, type Deployment, type Ledger, type Registry, type RemoteRelease } from './registry.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';

/** A release as it lies in the store, `<remote>/<version>/release.json`. */
interface StoredRelease extends RemoteRelease {
  /** Every other file of it, below its folder. */
  files: string[];
}

/** A build that is to be released. */
export interface Build {
  id: string;
  /** Its `dist`, with `release.json` and the version's folder. */
  distFolder: string;
  /**
   * Where browsers find the remote's folder of the store, with a slash at the end. Left out: where the registry has it now.
   */
  base?: string;
  /** Made elsewhere: the next start of the site does not take the checkout's own build for a newer one. */
  isFromElsewhere?: boolean;
}

/** What releasing a build did. */
export interface Released {
  version: string;
  /** Files that the store did not have yet. */
  added: number;
  files: number;
  /** What everybody, or everybody outside the canary, gets now. */
  current: string;
  /** What it was before; absent for a first release, or when it is the same. */
  before?: string;
  /** Percent of visitors who get this version before everybody does. */
  canary?: number;
  /** Versions that left the store. */
  removed: string[];
}

/** What everybody gets after a move of the pointer. */
export interface Moved {
  version: string;
  before: string;
  removed: string[];
}

/** A line of `npm run releases`. */
export interface ListedRelease {
  id: string;
  version: string;
  /** ISO 8601. */
  releasedAt: string;
  role: 'current' | 'canary' | 'kept';
  /** Percent of visitors. */
  traffic: number;
  /** Since when it has this role; absent for those that are only kept. ISO 8601. */
  since?: string;
}

export interface ReleasesOptions {
  store: ReleaseStore;
  /** Ed25519; signs the registry. */
  privateKey: KeyObject;
  /** How many releases of a remote stay in the store, for pages opened on them and for going back. */
  kept: number;
  now: () => Date;
}

/** Uploads side by side. */
const atOnce = 8;

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
};

const keyOf = (id: string, version: string, file: string): string => `${id}/${version}/${file}`;

const defaultOf = (deployments: readonly Deployment[] | undefined): Deployment | undefined =>
  deployments?.find(({ deployment }) => deployment.default);
const canaryOf = (deployments: readonly Deployment[] | undefined): Deployment | undefined =>
  deployments?.find(({ deployment }) => !deployment.default);
/** The remote's folder in front of `<version>/remoteEntry.js`. */
const baseOf = ({ url }: Deployment): string => new URL('../', url).href;

const deploymentOf = (release: RemoteRelease, base: string, since: string): Deployment => {
  const url = new URL(release.entry, base).href;
  return {
    url,
    fallbackUrl: url,
    metadata: { integrity: release.integrity, version: release.version },
    deployment: { traffic: 100, default: true },
    extras: { container: release.container, manifest: release.manifest, routes: release.routes, since },
  };
};

/** The two deployments that a remote may have, with the traffic that follows from it. */
const deploymentsOf = (
  current: Deployment,
  ledger: Ledger,
  canary?: { deployment: Deployment; percent: number },
): [Deployment, ...Deployment[]] => [
  {
    ...current,
    deployment: { traffic: 100 - (canary?.percent ?? 0), default: true },
    extras: { ...current.extras, ledger },
  },
  ...(canary ? [withoutLedger({ ...canary.deployment, deployment: { traffic: canary.percent, default: false } })] : []),
];

const withoutLedger = ({ extras: { ledger: _ledger, ...extras }, ...deployment }: Deployment): Deployment => ({ ...deployment, extras });

const readBuild = async ({ id, distFolder }: Build): Promise<RemoteRelease> => {
  const release = await readFile(join(distFolder, 'release.json'), 'utf8').catch((error: unknown) => {
    throw new ReleaseError(`There is no build of ${id} in ${distFolder}.`, { cause: error });
  });
  const parsed = JSON.parse(release) as RemoteRelease;
  if (parsed.name !== id) throw new ReleaseError(`${distFolder} holds a build of ${parsed.name}, not of ${id}.`);
  return parsed;
};

/** Releases, and the registry that points to them, in one store. */
export const createReleases = ({ store, privateKey, kept, now }: ReleasesOptions) => {
  const publicKey = createPublicKey(privateKey);

  /** Adds a build to the store. `release.json` goes last: a release that has one is whole. */
  const write = async (build: Build, release: RemoteRelease): Promise<{ added: number; files: number }> => {
    const folder = join(build.distFolder, release.version);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort();
    const list = keyOf(build.id, release.version, 'release.json');
    if (await store.read(list)) return { added: 0, files: files.length };
    let added = 0;
    await inParallel(files, async (file) => {
      if (await store.create(keyOf(build.id, release.version, file), await readFile(join(folder, file)))) added += 1;
    });
    const stored: StoredRelease = { ...release, files };
    await store.create(list, Buffer.from(`${JSON.stringify(stored, undefined, 2)}\n`));
    return { added, files: files.length };
  };

  const readRelease = async (id: string, version: string): Promise<StoredRelease> => {
    const found = await store.read(keyOf(id, version, 'release.json'));
    if (!found) throw new ReleaseError(`${id} ${version} is not in the store: npm run releases lists what is.`);
    return JSON.parse(found.bytes.toString('utf8')) as StoredRelease;
  };

  const remove = async (id: string, version: string): Promise<void> => {
    const found = await store.read(keyOf(id, version, 'release.json'));
    if (!found) return;
    // First what says that the release is whole.
    await store.delete(keyOf(id, version, 'release.json'));
    await inParallel((JSON.parse(found.bytes.toString('utf8')) as StoredRelease).files, (file) => store.delete(keyOf(id, version, file)));
  };

  /** What goes: all but the newest ones, those that the registry points to, and the one that a rollback would lead to. */
  const thinned = (ledger: Ledger, pointedTo: readonly string[]): { ledger: Ledger; removed: string[] } => {
    const newest = ledger.releases.slice(-kept).map(({ version }) => version);
    const before = ledger.history.at(-2)?.version;
    const stays = ({ version }: { version: string }): boolean =>
      newest.includes(version) || pointedTo.includes(version) || version === before;
    return {
      ledger: { ...ledger, releases: ledger.releases.filter(stays), history: ledger.history.filter(stays) },
      removed: ledger.releases.filter((each) => !stays(each)).map(({ version }) => version),
    };
  };

  const ledgerOf = (deployments: readonly Deployment[] | undefined): Ledger =>
    defaultOf(deployments)?.extras.ledger ?? { releases: [], history: [] };

  /** The registry with this build in it. */
  const pointAt = (registry: Registry, build: Build, release: RemoteRelease, canary: number | undefined) => {
    const name = registryName(build.id);
    const known = registry.microFrontends[name];
    const at = now().toISOString();
    const { version } = release;
    const current = defaultOf(known);
    const base = build.base ?? (current && baseOf(current));
    if (base === undefined) throw new ReleaseError(`${build.id} is not in the registry yet, and no address was given for it.`);
    const before = { ...ledgerOf(known), ...(build.isFromElsewhere !== true && { built: version }) };
    const releases = [...before.releases.filter((each) => each.version !== version), { version, releasedAt: at }];
    const deployment = deploymentOf(release, base, at);
    if (canary !== undefined && current) {
      if (current.metadata.version === version) throw new ReleaseError(`${build.id} ${version} is what everybody gets already.`);
      const { ledger, removed } = thinned({ ...before, releases }, [current.metadata.version, version]);
      return { deployments: deploymentsOf(current, ledger, { deployment, percent: canary }), removed, before: current.metadata.version };
    }
    const isSame = current?.metadata.version === version;
    const history = isSame ? before.history : [...before.history, { version, since: at }];
    const { ledger, removed } = thinned({ ...before, releases, history }, [version]);
    return {
      deployments: deploymentsOf(isSame ? { ...deployment, extras: current.extras } : deployment, ledger),
      removed,
      before: current?.metadata.version,
    };
  };

  const withDeployments = (registry: Registry, id: string, deployments: Deployment[]): Registry => ({
    ...registry,
    microFrontends: { ...registry.microFrontends, [registryName(id)]: deployments },
  });

  const removeAll = (id: string, versions: readonly string[]): Promise<void> => inParallel(versions, (version) => remove(id, version));

  /** Changes one remote of the registry, by one write. */
  const move = async <Result extends { deployments: Deployment[]; removed: string[] }>(
    id: string,
    change: (known: readonly Deployment[] | undefined, registry: Registry) => Result | Promise<Result>,
  ): Promise<Result> => {
    let result: Result | undefined;
    await changeRegistry({
      store,
      privateKey,
      now,
      change: async (registry) => {
        result = await change(registry.microFrontends[registryName(id)], registry);
        return withDeployments(registry, id, result.deployments);
      },
    });
    if (!result) throw new Error('The registry was not changed.');
    await removeAll(id, result.removed);
    return result;
  };

  const knownCurrent = (id: string, known: readonly Deployment[] | undefined): Deployment => {
    const current = defaultOf(known);
    if (!current) throw new ReleaseError(`The registry has no ${id}: release it first.`);
    return current;
  };

  return {
    /**
     * Puts a build into the store and points to it: for everybody, or for a share.
     *
     * @param options - `canary`: percent, over 0 and under 100; a remote's first release is everybody's
     */
    release: async (build: Build, { canary }: { canary?: number } = {}): Promise<Released> => {
      const release = await readBuild(build);
      const { added, files } = await write(build, release);
      const { before, deployments, removed } = await move(build.id, (_known, registry) => pointAt(registry, build, release, canary));
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

    /** Gives everybody what the canary's share has. */
    promote: async (id: string): Promise<Moved> => {
      const { before, deployments, removed } = await move(id, (known) => {
        const current = knownCurrent(id, known);
        const canary = canaryOf(known);
        if (!canary) throw new ReleaseError(`${id} has no canary to promote.`);
        const since = now().toISOString();
        const { version } = canary.metadata;
        const ledger = ledgerOf(known);
        const next = thinned({ ...ledger, history: [...ledger.history, { version, since }] }, [version]);
        return {
          deployments: deploymentsOf({ ...canary, extras: { ...canary.extras, since } }, next.ledger),
          removed: next.removed,
          before: current.metadata.version,
        };
      });
      return { version: deployments[0].metadata.version, before, removed };
    },

    /**
     * Goes back, by one write of the registry: from a canary to what the others have, else to the release before the current one, or to the
     * version that is named. It ends a canary in every case.
     */
    rollback: async (id: string, wanted?: string): Promise<Moved> => {
      const { before, deployments } = await move(id, async (known) => {
        const current = knownCurrent(id, known);
        const canary = canaryOf(known);
        const ledger = ledgerOf(known);
        if (canary && wanted === undefined)
          return { deployments: deploymentsOf(current, ledger), before: canary.metadata.version, removed: [] };
        const target = wanted ?? ledger.history.at(-2)?.version;
        if (target === undefined) throw new ReleaseError(`There is no release of ${id} before ${current.metadata.version}.`);
        if (target === current.metadata.version)
          return { deployments: deploymentsOf(current, ledger), before: (canary ?? current).metadata.version, removed: [] };
        const since = now().toISOString();
        const release = await readRelease(id, target);
        const index = ledger.history.findLastIndex(({ version }) => version === target);
        // What came after it is not "before" any more; a version that was never everybody's comes on top.
        const earlier = index < 0 ? ledger.history : ledger.history.slice(0, index);
        return {
          deployments: deploymentsOf(deploymentOf(release, baseOf(current), since), {
            ...ledger,
            history: [...earlier, { version: target, since }],
          }),
          before: current.metadata.version,
          removed: [],
        };
      });
      return { version: deployments[0].metadata.version, before, removed: [] };
    },

    /** What the store holds, the newest release of each remote first. */
    list: async (): Promise<ListedRelease[]> => {
      const { registry } = await readStoredRegistry(store, publicKey);
      return Object.entries(registry.microFrontends).flatMap(([name, deployments]) =>
        ledgerOf(deployments)
          .releases.toReversed()
          .map(({ version, releasedAt }): ListedRelease => {
            const pointing = deployments.find(({ metadata }) => metadata.version === version);
            return {
              id: name.slice(registryName('').length),
              version,
              releasedAt,
              role: pointing === undefined ? 'kept' : pointing.deployment.default ? 'current' : 'canary',
              traffic: pointing?.deployment.traffic ?? 0,
              ...(pointing && { since: pointing.extras.since }),
            };
          }),
      );
    },

    /**
     * For a start of the whole site: every address becomes the one of this start, and a build that is not the one released last of this
     * checkout is released. One that was released before stays where a rollback left it. A registry that cannot be trusted is made anew.
     *
     * @returns what was released
     */
    start: async (
      builds: readonly (Build & { base: string })[],
      say: (line: string) => void,
    ): Promise<{ id: string; version: string }[]> => {
      const read = await Promise.all(builds.map(async (build) => ({ build, release: await readBuild(build) })));
      let released: { id: string; version: string; removed: string[] }[] = [];
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
          for (const { build, release } of read) {
            const known = next.microFrontends[registryName(build.id)];
            if (ledgerOf(known).built === release.version) {
              const moved = (known ?? []).map((deployment) => {
                const url = new URL(deployment.url.slice(baseOf(deployment).length), build.base).href;
                return { ...deployment, url, fallbackUrl: url };
              });
              if (moved.some(({ url }, index) => url !== known?.[index]?.url)) next = withDeployments(next, build.id, moved);
            } else {
              await write(build, release);
              const { deployments, removed } = pointAt(next, build, release, undefined);
              released.push({ id: build.id, version: release.version, removed });
              next = withDeployments(next, build.id, deployments);
            }
          }
          return next;
        },
      });
      await Promise.all(released.map(({ id, removed }) => removeAll(id, removed)));
      return released.map(({ id, version }) => ({ id, version }));
    },
  };
};

export type Releases = ReturnType<typeof createReleases>;
