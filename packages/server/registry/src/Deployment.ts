/** A file of a release with its `integrity` value. */
export interface ReleaseFile {
  /** `<version>/<name>`, below the remote's folder. */
  file: string;
  integrity: string;
}

export interface RouteManifest {
  path: string;
  access: 'signed-in' | 'signed-out';
  screen: string;
  staysAfterSignIn?: boolean;
  isFocused?: boolean;
}

export interface RemoteManifest {
  id: string;
  contract: number;
  routes: RouteManifest[];
  navigation: { label: string; path: string; icon: string; order: number; also?: string[] }[];
  slots: string[];
  /** Least API versions of services. */
  services?: Record<string, string>;
}

/** The content of `dist/release.json`, which a remote's build writes. */
export interface RemoteRelease {
  name: string;
  /** A hash of all its files. */
  version: string;
  container: string;
  /** `<version>/remoteEntry.js` */
  entry: string;
  integrity: string;
  /** The file with the calls that it makes, a `ConsumerContract`. */
  consumes: string;
  manifest: RemoteManifest;
  routes: Record<string, ReleaseFile[]>;
}

/** The releases of a remote and the history of current ones, for `rollback` and `releases`. Times are ISO 8601. */
export interface Ledger {
  /**
   * The releases in the store, in the order of their last release. `digest`: of the stored `release.json`, which itself is not signed; absent for
   * releases of earlier programs.
   */
  releases: { version: string; releasedAt: string; digest?: string | undefined }[];
  /** The versions that everybody got, the current one last. A rollback removes those after its target. */
  history: { version: string; since: string }[];
  /** The version of this checkout's build that was last released: a start of the site releases only another one. */
  built?: string;
}

/** One deployment of a remote, in the shape of the Frontend Discovery schema (awslabs/frontend-discovery, v1-pre). */
export interface Deployment {
  /** The entry script. */
  url: string;
  fallbackUrl: string;
  metadata: { integrity: string; version: string };
  /** `traffic` in percent; visitors outside of all shares get the `default`. */
  deployment: { traffic: number; default: boolean };
  /** Ours: what the shell needs before it loads the remote. */
  extras: {
    container: string;
    manifest: RemoteManifest;
    routes: Record<string, ReleaseFile[]>;
    /** When the registry began to point here. ISO 8601. */
    since: string;
    /** The number of the registry's write, the same on each deployment: the format has no other place for it. */
    sequence?: number;
    /** On the default deployment. */
    ledger?: Ledger;
  };
}

/** The name of a remote in the registry. */
export const registryName = (id: string): string => `lectern/${id}`;
