export { registryKey } from './changeRegistry.ts';
export { chooseDeployments, type ChosenRemote, type RegisteredRemote } from './chooseDeployments.ts';
export { cohortOf, cohorts, isCohort } from './cohort.ts';
export {
  createCanaryWatch,
  demotionsName,
  loadOutcomes,
  parseDemotions,
  type CanaryWatch,
  type LoadOutcome,
  type LoadReport,
} from './canaryWatch.ts';
export {
  emptyRegistry,
  readSignedRegistry,
  registryName,
  signRegistry,
  type Deployment,
  type Registry,
  type ReleaseFile,
  type RemoteManifest,
  type RemoteRelease,
  type RouteManifest,
  type SignedRegistry,
} from './registry.ts';
export { isRemoteId } from './isRemoteId.ts';
export { fileRegistrySource, noRegistry, urlRegistrySource, type RegistrySource } from './registrySource.ts';
export { ReleaseError } from './ReleaseError.ts';
export { createReleases, type Releases } from './createReleases.ts';
export type { ListedRelease } from './listReleases.ts';
export { folderOf, openReleaseStore, type ReleaseStoreSettings } from './store/openReleaseStore.ts';
