import { ReleaseError } from './ReleaseError.ts';
import { registryName, type Deployment, type Ledger, type RemoteRelease } from './Deployment.ts';
import type { Registry } from './registry.ts';

/** Returns the deployment for visitors outside of the canary's share. */
export const defaultOf = (deployments: readonly Deployment[] | undefined): Deployment | undefined =>
  deployments?.find(({ deployment }) => deployment.default);

export const canaryOf = (deployments: readonly Deployment[] | undefined): Deployment | undefined =>
  deployments?.find(({ deployment }) => !deployment.default);

/** @throws ReleaseError if the remote was never released */
export const currentOf = (id: string, deployments: readonly Deployment[] | undefined): Deployment => {
  const current = defaultOf(deployments);
  if (!current) throw new ReleaseError(`The registry has no ${id}: release it first.`);
  return current;
};

export const ledgerOf = (deployments: readonly Deployment[] | undefined): Ledger =>
  defaultOf(deployments)?.extras.ledger ?? { releases: [], history: [] };

/** Returns the address of the remote's folder: the part of the URL before `<version>/remoteEntry.js`. */
export const baseOf = ({ url }: Deployment): string => new URL('../', url).href;

/** Returns the same deployment with another address of the remote's folder. */
export const movedTo = (base: string, deployment: Deployment): Deployment => {
  const url = new URL(deployment.url.slice(baseOf(deployment).length), base).href;
  return { ...deployment, url, fallbackUrl: url };
};

/** Creates the deployment of a release that everybody gets. @param since ISO 8601 */
export const deploymentOf = (release: RemoteRelease, base: string, since: string): Deployment => {
  const url = new URL(release.entry, base).href;
  return {
    url,
    fallbackUrl: url,
    metadata: { integrity: release.integrity, version: release.version },
    deployment: { traffic: 100, default: true },
    extras: {
      ...{ container: release.container, manifest: release.manifest, routes: release.routes, since },
      ...(release.chunks && { chunks: release.chunks }),
      ...(release.slotChunks && { slotChunks: release.slotChunks }),
    },
  };
};

const withoutLedger = ({ extras: { ledger: _ledger, ...extras }, ...deployment }: Deployment): Deployment => ({ ...deployment, extras });

/** Returns the one or two deployments of a remote, with their traffic. The ledger is kept with the default one. */
export const deploymentsOf = (
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

export const withDeployments = (registry: Registry, id: string, deployments: Deployment[]): Registry => ({
  ...registry,
  microFrontends: { ...registry.microFrontends, [registryName(id)]: deployments },
});

/** A line of `npm run releases`. */
export interface ListedRelease {
  id: string;
  version: string;
  /** ISO 8601. */
  releasedAt: string;
  role: 'current' | 'canary' | 'kept';
  /** The percentage of visitors. */
  traffic: number;
  /** When it got this role; absent for kept releases. ISO 8601. */
  since?: string;
}

/** Lists the releases in the store, the newest of each remote first. */
export const listReleases = ({ microFrontends }: Registry): ListedRelease[] =>
  Object.entries(microFrontends).flatMap(([name, deployments]) =>
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
