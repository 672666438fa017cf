import type { ReleaseFile } from '@lectern/registry';
import type { PageData } from '../src/PageData.ts';

/** The contents of `dist/release.json`, which the shell's build writes. */
export interface ShellRelease {
  version: string;
  scripts: ReleaseFile[];
  /** Shared modules. Only pages of remotes need them. */
  shared: ReleaseFile[];
  /** Scripts of pages that call the API when they open: the HTTP client, the schemas, and further parts of a learner's frame. */
  learner: ReleaseFile[];
  /** Scripts that only the landing page needs. */
  landing: ReleaseFile[];
  /** The script that loads the landing page's scripts after it is painted. */
  later: ReleaseFile;
  /** All scripts of the pages, for the service worker. */
  chunks: ReleaseFile[];
  /** `shell/src/contract.json`: the remotes that this shell is compatible with. */
  contract: PageData['contract'];
  fonts: { css: string; preload: string[] };
  /** The app's icons. `purpose` is `any`, `maskable` or `apple`; `size` is in pixels. */
  icons: { file: string; size: number; purpose: string }[];
}
