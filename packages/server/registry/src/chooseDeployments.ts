import { cohorts, placeFor } from './cohort.ts';
import type { Deployment, Registry, ReleaseFile, RemoteManifest } from './registry.ts';

/** A remote as a page gets it: the deployment chosen for this visitor. */
export interface RegisteredRemote {
  id: string;
  /** The global name under which its entry script leaves its container. */
  container: string;
  entry: string;
  fallbackEntry: string;
  integrity: string;
  version: string;
  manifest: RemoteManifest;
  /** Whether other visitors get another version; then load reports are counted. */
  isSplit: boolean;
}

/** A remote with what the page server preloads of it. */
export interface ChosenRemote extends RegisteredRemote {
  routes: Record<string, ReleaseFile[]>;
}

/** The deployment that a cohort gets before demotions: canaries take their shares in order, all other cohorts get the default. */
const deploymentAt = (deployments: readonly Deployment[], cohort: number): Deployment | undefined => {
  let upTo = 0;
  return (
    deployments
      .filter((each) => !each.deployment.default)
      .find(({ deployment, extras }) => placeFor(extras.manifest.id, cohort) < (upTo += (deployment.traffic / 100) * cohorts)) ??
    deployments.find((each) => each.deployment.default)
  );
};

/** The version of a remote that a cohort is to get. */
export const versionFor = (deployments: readonly Deployment[], cohort: number): string | undefined =>
  deploymentAt(deployments, cohort)?.metadata.version;

/**
 * Chooses a deployment of each remote. A remote whose deployment for this cohort was refused has none: its area shows a message.
 *
 * @param cohort - 0 to 9999, the visitor's share
 * @param isDemoted - visitors of a demoted deployment get the default one
 */
export const chooseDeployments = (
  registry: Registry,
  cohort: number,
  isDemoted: (deployment: Deployment) => boolean = () => false,
): ChosenRemote[] =>
  Object.values(registry.microFrontends).flatMap((deployments) => {
    const serving = deployments.filter((each) => each.deployment.default || !isDemoted(each));
    const meant = deploymentAt(deployments, cohort);
    const chosen = meant && (serving.includes(meant) ? meant : serving.find((each) => each.deployment.default));
    if (!chosen) return [];
    const { url, fallbackUrl, metadata, extras } = chosen;
    const { container, manifest, routes } = extras;
    const isSplit = serving.some((each) => !each.deployment.default && each.deployment.traffic > 0);
    return [{ id: manifest.id, container, entry: url, fallbackEntry: fallbackUrl, ...metadata, manifest, routes, isSplit }];
  });
