import * as z from 'zod/mini';

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'is no sha384 value'));
/** The integrity of a chunk. Builds use SHA-256, the shortest hash that browsers accept. */
const chunkIntegrity = z.string().check(z.regex(/^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64})$/, 'is no sha256 or sha384 value'));
const address = z.string().check(z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'is no address'));

/** A file of a release, `<version>/<name>` below the remote's folder, with its `integrity` value. */
const releaseFile = z.object({
  file: z.string().check(z.regex(/^[\w-]+\/[\w./-]+$/, 'is no file of a release')),
  integrity: chunkIntegrity,
});
export type ReleaseFile = z.infer<typeof releaseFile>;

// These objects are loose, because a newer shell may read fields of a manifest that this version does not know.
const routeManifest = z.looseObject({
  path: z.string(),
  access: z.enum(['signed-in', 'signed-out']),
  isPublic: z.exactOptional(z.boolean()),
  screen: z.string(),
  staysAfterSignIn: z.exactOptional(z.boolean()),
  isFocused: z.exactOptional(z.boolean()),
});
export type RouteManifest = z.infer<typeof routeManifest>;

const remoteManifest = z.looseObject({
  id: z.string(),
  contract: z.number(),
  routes: z.array(routeManifest),
  navigation: z.array(
    z.looseObject({
      label: z.string(),
      path: z.string(),
      icon: z.string(),
      order: z.number(),
      also: z.exactOptional(z.array(z.string())),
    }),
  ),
  slots: z.array(z.string()),
  /** The minimum API versions of services. */
  services: z.exactOptional(z.record(z.string(), z.string())),
});
export type RemoteManifest = z.infer<typeof remoteManifest>;

const ledger = z.object({
  /**
   * In the order of their last release. `digest` is the hash of the stored `release.json`, which is not signed itself. Earlier programs
   * wrote no digest.
   */
  releases: z.array(z.object({ version: z.string(), releasedAt: z.string(), digest: z.optional(z.string()) })),
  /** The versions that were released to everybody, the current one last. A rollback removes those after its target. */
  history: z.array(z.object({ version: z.string(), since: z.string() })),
  /**
   * The version of this checkout's build that was last released. When the site starts, it releases the build only if its version differs.
   */
  built: z.optional(z.string()),
});
/** The releases of a remote in the store and the history of current ones, for `rollback` and `releases`. Times are ISO 8601. */
export type Ledger = z.infer<typeof ledger>;

const deployment = z.object({
  /** The address of the entry script. */
  url: address,
  fallbackUrl: address,
  metadata: z.object({ integrity, version: z.string().check(z.minLength(1)) }),
  /** `traffic` in percent; visitors outside of all shares get the `default`. */
  deployment: z.object({ traffic: z.number().check(z.minimum(0), z.maximum(100)), default: z.boolean() }),
  /** Not part of the schema: the data that the shell needs before it loads the remote. */
  extras: z.object({
    container: z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'is no name')),
    manifest: remoteManifest,
    routes: z.record(z.string(), z.array(releaseFile)),
    /** All chunks, for the service worker. Earlier builds list only those of their pages. */
    chunks: z.exactOptional(z.array(releaseFile)),
    /** The chunks of its slots, which other remotes' pages show. Absent in earlier builds. */
    slotChunks: z.exactOptional(z.array(releaseFile)),
    /** When the registry began to point here. ISO 8601. */
    since: z.string(),
    /** The number of the registry's write. It is repeated on each deployment, because the format has no other place for it. */
    sequence: z.optional(z.number()),
    /** Only on the default deployment. */
    ledger: z.optional(ledger),
  }),
});
/** One deployment of a remote, in the shape of the Frontend Discovery schema (awslabs/frontend-discovery, v1-pre). */
export type Deployment = z.infer<typeof deployment>;

/** The content of `dist/release.json`, which a remote's build writes. */
export interface RemoteRelease {
  name: string;
  /** A hash of all its files. */
  version: string;
  container: string;
  /** `<version>/remoteEntry.js` */
  entry: string;
  integrity: string;
  /** The path of a file with the calls that the remote makes, a `ConsumerContract`. */
  consumes: string;
  manifest: RemoteManifest;
  routes: Record<string, ReleaseFile[]>;
  chunks?: ReleaseFile[];
  slotChunks?: ReleaseFile[];
}

/** The name of a remote in the registry. */
export const registryName = (id: string): string => `lectern/${id}`;

/** Whether a text can be the id of a remote: `mf-`, then words of small letters and digits, the first of which begins with a letter. */
export const isRemoteId = (text: string): boolean => /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text);

/** @returns the valid deployment, or a short description of its first fault */
export const parseDeployment = (name: string, value: unknown): Deployment | string => {
  const parsed = deployment.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`;
  }
  const { id } = parsed.data.extras.manifest;
  return registryName(id) === name ? parsed.data : `is of ${id}`;
};
