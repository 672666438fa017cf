import type { RemoteManifest, ShellContract } from '@lectern/platform';
import type { RegisteredRemote as ChosenByRegistry } from '@lectern/registry';

/** A remote as the page server chose it from the signed registry, its manifest in the shape that this shell reads. */
export interface RegisteredRemote extends Omit<ChosenByRegistry, 'manifest'> {
  manifest: RemoteManifest;
  /** Taken from a development server, without integrity. Development builds only. */
  isOverride?: true;
}

/** A remote that `npm run dev` serves from its source. The page loads it from there instead of from the registry. */
export interface OfferedOverride {
  id: string;
  entry: string;
  /** The manifest of the source as it is now; the registered one when left out. */
  manifest?: RemoteManifest;
}

/** What the page server writes into the page, `<script type="application/json" id="lectern">`. */
export interface PageData {
  apiUrl: string;
  supportEmail: string;
  registry: RegisteredRemote[];
  /** Some remote has two versions. Then a signed-in visitor's cohort is the same on every device. */
  isSplit: boolean;
  /** What the shell's release is compatible with. */
  contract: ShellContract;
  /** Development builds only. */
  overrides?: OfferedOverride[];
}

/** The skeleton that the page server renders: the header alone, a learner's frame with cards or with a text, or a page in focus mode. */
export type PageShape = 'plain' | 'cards' | 'text' | 'focused';
