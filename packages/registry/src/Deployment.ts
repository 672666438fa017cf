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

/** What a remote's build writes to `dist/release.json`. */
export interface RemoteRelease {
  name: string;
  /** A hash of all its files. */
  version: string;
  container: string;
  /** `<version>/remoteEntry.js` */
  entry: string;
  integrity: string;
  /** The file that says which calls it makes, as `ConsumerContract`. */
  consumes: string;
  manifest: RemoteManifest;
  routes: Record<string, ReleaseFile[]>;
}

/** What was released of a remote, and what was current: what `rollback` and `releases` go by. Times are ISO 8601. */
export interface Ledger {
  /** What lies in the store, in the order in which it was last released. */
  releases: { version: string; releasedAt: string }[];
  /** What everybody got, the present one last; going back takes the last one away. */
  history: { version: string; since: string }[];
  /** What was last released of the checkout's own build: a start of the site releases another one only. */
  built?: string;
}

/** One deployment of a remote, in the shape of the Frontend Discovery schema (awslabs/frontend-discovery, v1-pre). */
export interface Deployment {
  /** The entry script. */
  url: string;
  fallbackUrl: string;
  metadata: { integrity: string; version: string };
  /** `traffic` in percent; `default` is what everybody gets who is in nobody else's share. */
  deployment: { traffic: number; default: boolean };
  /** Ours: what the shell needs before it loads the remote. */
  extras: {
    container: string;
    manifest: RemoteManifest;
    routes: Record<string, ReleaseFile[]>;
    /** When the registry began to point here. ISO 8601. */
    since: string;
    /** Of the write of the registry, the same on each deployment: the format has no place for it beside them. */
    sequence?: number;
    /** On the default deployment. */
    ledger?: Ledger;
  };
}

/** The name of a remote in the registry. */
export const registryName = (id: string): string => `lectern/${id}`;
