import type { RemoteManifest, ShellContract } from '@lectern/platform';
import { applyOverrides } from './development/overrides';

/** A remote as the page server chose it from the signed registry. */
export interface RegisteredRemote {
  id: string;
  /** The global name under which its entry script leaves its container. */
  container: string;
  entry: string;
  fallbackEntry: string;
  integrity: string;
  version: string;
  manifest: RemoteManifest;
  /** Others get another version of it. */
  isSplit?: boolean;
  /** Taken from a development server, without integrity. Development builds only. */
  isOverride?: true;
}

/** A remote that `npm run dev` serves from its source. */
export interface OfferedOverride {
  id: string;
  entry: string;
  manifest?: RemoteManifest;
}

/** What the page server wrote into the page. */
export interface PageData {
  apiUrl: string;
  supportEmail: string;
  registry: RegisteredRemote[];
  /** Some remote has two versions, so that a visitor's share decides. */
  isSplit?: boolean;
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
