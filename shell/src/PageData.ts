import type { RemoteManifest, ShellContract } from '@lectern/platform';
import type { RegisteredRemote as ChosenByRegistry } from '@lectern/registry';
import { applyOverrides } from './development/overrides';

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

/** Reads the page's data. @throws Error when the page has none: then it was not composed by the page server. */
export const readPageData = (): PageData => {
  const text = document.getElementById('lectern')?.textContent;
  if (!text) throw new Error('The page has no data.');
  const data = JSON.parse(text) as PageData;
  return process.env.LECTERN_BUILD === 'development' ? applyOverrides(data) : data;
};
