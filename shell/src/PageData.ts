import type { RemoteManifest, ShellContract } from '@lectern/platform';
import type { RegisteredRemote as ChosenByRegistry } from '@lectern/registry';

/** A remote as the page server chose it from the signed registry, its manifest in the shape that this shell reads. */
export interface RegisteredRemote extends Omit<ChosenByRegistry, 'manifest'> {
  manifest: RemoteManifest;
  /** Taken from a development server, without integrity. Development builds only. */
  isOverride?: true;
}

/** A remote that `npm run dev` serves from its source: the page takes it from there instead of from the registry. */
export interface OfferedOverride {
  id: string;
  entry: string;
  /** As it stands in the source now; without it the registered one holds. */
  manifest?: RemoteManifest;
}

/** What the page server writes into the page, `<script type="application/json" id="lectern">`. */
export interface PageData {
  apiUrl: string;
  supportEmail: string;
  registry: RegisteredRemote[];
  /** Some remote has two versions: then a signed-in visitor's share is theirs on every device. */
  isSplit: boolean;
  /** What the shell's release says it can work with. */
  contract: ShellContract;
  /** Development builds only. */
  overrides?: OfferedOverride[];
}
