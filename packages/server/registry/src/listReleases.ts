import { ledgerOf } from './deployments.ts';
import { registryName, type Registry } from './registry.ts';

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

/** The releases in the store, the newest of each remote first. */
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
