import { cohorts, placeFor } from './cohort.ts';
import type { Deployment, ReleaseFile, RemoteManifest } from './Deployment.ts';
import type { Registry } from './registry.ts';

/** A remote as sent to a page: the deployment chosen for this visitor. */
export interface RegisteredRemote {
  id: string;
  /** The global name under which its entry script leaves its container. */
  container: string;
  entry: string;
  integrity: string;
  version: string;
  manifest: RemoteManifest;
  /** Whether other visitors get another version. */
  isSplit: boolean;
}

/** A remote with the files that the page server preloads, and those that the service worker keeps. */
export interface ChosenRemote extends RegisteredRemote {
  routes: Record<string, ReleaseFile[]>;
  chunks?: ReleaseFile[];
  slotChunks?: ReleaseFile[];
}

/** Returns the deployment for a cohort: canaries take their shares in order, and all other cohorts get the default. */
const deploymentAt = (deployments: readonly Deployment[], cohort: number): Deployment | undefined => {
  let upTo = 0;
  return (
    deployments
      .filter((each) => !each.deployment.default)
      .find(({ deployment, extras }) => placeFor(extras.manifest.id, cohort) < (upTo += (deployment.traffic / 100) * cohorts)) ??
    deployments.find((each) => each.deployment.default)
  );
};

/**
 * Chooses a deployment of each remote. A remote whose deployment for this cohort was refused has none: its area shows a message.
 *
 * @param cohort - the visitor's cohort, 0 to 9999
 */
export const chooseDeployments = (registry: Registry, cohort: number): ChosenRemote[] =>
  Object.values(registry.microFrontends).flatMap((deployments) => {
    const chosen = deploymentAt(deployments, cohort);
    if (!chosen) return [];
    const { url, metadata, extras } = chosen;
    const { container, manifest, routes, chunks, slotChunks } = extras;
    const isSplit = deployments.some((each) => !each.deployment.default && each.deployment.traffic > 0);
    return [
      {
        id: manifest.id,
        container,
        entry: url,
        ...metadata,
        manifest,
        routes,
        ...(chunks && { chunks }),
        ...(slotChunks && { slotChunks }),
        isSplit,
      },
    ];
  });
