import type { RemoteManifest, ShellContract } from '@lectern/platform';
import type { RegisteredRemote as ChosenByRegistry } from '@lectern/registry';

/** A remote that the page server chose from the signed registry, with its manifest in the shape that this shell reads. */
export interface RegisteredRemote extends Omit<ChosenByRegistry, 'manifest'> {
  manifest: RemoteManifest;
  /** Loaded from a development server without an integrity value. Development builds only. */
  isOverride?: true;
}

/** A remote that `npm run dev` serves from source. The page loads it from there instead of from the registry. */
export interface OfferedOverride {
  id: string;
  entry: string;
  /** The source's current manifest. Defaults to the registered one. */
  manifest?: RemoteManifest;
}

/** The data that the page server embeds as `<script type="application/json" id="lectern">`. */
export interface PageData {
  apiUrl: string;
  supportEmail: string;
  registry: RegisteredRemote[];
  /** Some remote has two versions. A signed-in visitor then has the same cohort on every device. */
  isSplit: boolean;
  /** The remotes that this shell release is compatible with. */
  contract: ShellContract;
  /** Learners get the service worker. False in development, and while the registry turns it off: the page then removes it. */
  hasWorker: boolean;
  /** Development builds only. */
  overrides?: OfferedOverride[];
}

/** The skeleton that the page server renders: the header alone, a learner's frame with cards or with a text, or a page in focus mode. */
export type PageShape = 'plain' | 'cards' | 'text' | 'focused';
