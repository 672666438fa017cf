import type { KeyObject } from 'node:crypto';
import type { ReleaseStore } from './store/ReleaseStore.ts';

export interface ReleasesOptions {
  store: ReleaseStore;
  /** Ed25519; signs the registry. */
  privateKey: KeyObject;
  /** How many releases of a remote stay in the store, for pages opened on them and for going back. */
  kept: number;
  now: () => Date;
}
