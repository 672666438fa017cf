import type { Build } from './createReleaseArchive.ts';
import { baseOf, canaryOf, currentOf, defaultOf, deploymentOf, deploymentsOf, ledgerOf } from './deployments.ts';
import type { Deployment, Ledger, RemoteRelease } from './Deployment.ts';
import { ReleaseError } from './ReleaseError.ts';

/** The new deployments of a remote. */
export interface Plan {
  deployments: [Deployment, ...Deployment[]];
  /** The versions to remove from the store. */
  removed: string[];
  /** The version that is replaced; absent for a first release. */
  before: string | undefined;
}

/** The inputs of a plan that are the same for all remotes. */
export interface PlanContext {
  /** ISO 8601. */
  now: string;
  /** The number of releases of a remote that stay in the store. */
  kept: number;
}

/** The context of `planRelease`. */
export interface ReleaseContext extends PlanContext {
  /** The percentage of visitors; ignored for a remote's first release, which everybody gets. */
  canary?: number | undefined;
  /** The hash of the stored `release.json`. */
  digest: string;
}

/** Removes old releases. Keeps the newest ones, those that the registry points to, and the target of a rollback. */
const thinned = (ledger: Ledger, pointedTo: readonly string[], kept: number): { ledger: Ledger; removed: string[] } => {
  const newest = ledger.releases.slice(-kept).map(({ version }) => version);
  const before = ledger.history.at(-2)?.version;
  const stays = ({ version }: { version: string }): boolean =>
    newest.includes(version) || pointedTo.includes(version) || version === before;
  return {
    ledger: { ...ledger, releases: ledger.releases.filter(stays), history: ledger.history.filter(stays) },
    removed: ledger.releases.filter((each) => !stays(each)).map(({ version }) => version),
  };
};

/**
 * Plans the release of a build to everybody, or to a share of visitors.
 *
 * @throws ReleaseError if the remote's address is unknown, or everybody already has the canary's version
 */
export const planRelease = (
  known: readonly Deployment[] | undefined,
  build: Build,
  release: RemoteRelease,
  { now, kept, canary, digest }: ReleaseContext,
): Plan => {
  const { version } = release;
  const current = defaultOf(known);
  const base = build.base ?? (current && baseOf(current));
  if (base === undefined) throw new ReleaseError(`${build.id} is not in the registry yet, and no address was given for it.`);
  const ledger = { ...ledgerOf(known), ...(build.isFromElsewhere !== true && { built: version }) };
  const releases = [...ledger.releases.filter((each) => each.version !== version), { version, releasedAt: now, digest }];
  const deployment = deploymentOf(release, base, now);
  const before = current?.metadata.version;
  if (canary !== undefined && current) {
    if (before === version) throw new ReleaseError(`${build.id} ${version} is what everybody gets already.`);
    const next = thinned({ ...ledger, releases }, [current.metadata.version, version], kept);
    return { deployments: deploymentsOf(current, next.ledger, { deployment, percent: canary }), removed: next.removed, before };
  }
  const isSame = before === version;
  const history = isSame ? ledger.history : [...ledger.history, { version, since: now }];
  const next = thinned({ ...ledger, releases, history }, [version], kept);
  const pointed = isSame && current ? { ...deployment, extras: current.extras } : deployment;
  return { deployments: deploymentsOf(pointed, next.ledger), removed: next.removed, before };
};

/** Plans to give everybody the canary. @throws ReleaseError if there is none */
export const planPromotion = (known: readonly Deployment[] | undefined, id: string, { now, kept }: PlanContext): Plan => {
  const current = currentOf(id, known);
  const canary = canaryOf(known);
  if (!canary) throw new ReleaseError(`${id} has no canary to promote.`);
  const { version } = canary.metadata;
  const ledger = ledgerOf(known);
  const next = thinned({ ...ledger, history: [...ledger.history, { version, since: now }] }, [version], kept);
  return {
    deployments: deploymentsOf({ ...canary, extras: { ...canary.extras, since: now } }, next.ledger),
    removed: next.removed,
    before: current.metadata.version,
  };
};

type ReadRelease = (version: string, released: Ledger['releases'][number] | undefined) => Promise<RemoteRelease>;

/**
 * Plans a rollback to the wanted version. It defaults to the current release if a canary is running, and otherwise to the release before
 * the current one. Always ends the canary.
 *
 * @param readRelease - reads a version from the store, and compares it with the ledger
 * @throws ReleaseError if there is no earlier release
 */
export const planRollback = async (
  known: readonly Deployment[] | undefined,
  id: string,
  wanted: string | undefined,
  { now, readRelease }: { now: string; readRelease: ReadRelease },
): Promise<Plan> => {
  const current = currentOf(id, known);
  const canary = canaryOf(known);
  const ledger = ledgerOf(known);
  const target = wanted ?? (canary ? current.metadata.version : ledger.history.at(-2)?.version);
  if (target === undefined) throw new ReleaseError(`There is no release of ${id} before ${current.metadata.version}.`);
  if (target === current.metadata.version)
    return { deployments: deploymentsOf(current, ledger), before: (canary ?? current).metadata.version, removed: [] };
  const released = ledger.releases.find(({ version }) => version === target);
  const release = await readRelease(target, released);
  const index = ledger.history.findLastIndex(({ version }) => version === target);
  // Later versions leave the history. A version that is not in the history is added at its end.
  const earlier = index < 0 ? ledger.history : ledger.history.slice(0, index);
  const deployment = deploymentOf(release, baseOf(current), now);
  return {
    deployments: deploymentsOf(deployment, { ...ledger, history: [...earlier, { version: target, since: now }] }),
    before: current.metadata.version,
    removed: [],
  };
};
