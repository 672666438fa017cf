import type { RemoteManifest } from '@lectern/platform';

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
}

/** What the page server wrote into the page. */
export interface PageData {
  apiUrl: string;
  supportEmail: string;
  registry: RegisteredRemote[];
  /** Some remote has two versions, so that a visitor's share decides. */
  isSplit?: boolean;
}

/** Reads the page's data. @throws Error when the page has none: then it was not composed by the page server. */
export const readPageData = (): PageData => {
  const text = document.getElementById('lectern')?.textContent;
  if (!text) throw new Error('The page has no data.');
  return JSON.parse(text) as PageData;
};
