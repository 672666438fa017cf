export { registryKey } from './changeRegistry.ts';
export { chooseDeployments, type ChosenRemote, type RegisteredRemote } from './chooseDeployments.ts';
export { cohortOf, cohorts, isCohort } from './cohort.ts';
export {
  isRemoteId,
  registryName,
  type Deployment,
  type ReleaseFile,
  type RemoteManifest,
  type RemoteRelease,
  type RouteManifest,
} from './Deployment.ts';
export { emptyRegistry, readSignedRegistry, signRegistry, type Registry, type SignedRegistry } from './registry.ts';
export { fileRegistrySource, noRegistry, urlRegistrySource, type RegistrySource } from './registrySource.ts';
export { ReleaseError } from './ReleaseError.ts';
export { createReleases, type Releases } from './createReleases.ts';
export type { ListedRelease } from './deployments.ts';
export { folderOf, openReleaseStore, type ReleaseStoreSettings } from './store/openReleaseStore.ts';
