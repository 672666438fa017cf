import * as z from 'zod/mini';
import { registryName, type Deployment } from './Deployment.ts';

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'is no sha384 value'));
/** Builds name their chunks by the shortest hash that browsers take. */
const chunkIntegrity = z.string().check(z.regex(/^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64})$/, 'is no sha256 or sha384 value'));
const address = z.string().check(z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'is no address'));
const file = z.object({ file: z.string().check(z.regex(/^[\w-]+\/[\w./-]+$/, 'is no file of a release')), integrity: chunkIntegrity });
const releases = z.object({
  releases: z.array(z.object({ version: z.string(), releasedAt: z.string(), digest: z.optional(z.string()) })),
  history: z.array(z.object({ version: z.string(), since: z.string() })),
  built: z.optional(z.string()),
});

const schema = z.object({
  url: address,
  fallbackUrl: address,
  metadata: z.object({ integrity, version: z.string().check(z.minLength(1)) }),
  deployment: z.object({ traffic: z.number().check(z.minimum(0), z.maximum(100)), default: z.boolean() }),
  extras: z.object({
    container: z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'is no name')),
    // Loose: a newer shell may read more in it than this version knows.
    manifest: z.looseObject({
      id: z.string(),
      contract: z.number(),
      routes: z.array(z.looseObject({ path: z.string(), access: z.enum(['signed-in', 'signed-out']), screen: z.string() })),
      navigation: z.array(z.looseObject({ label: z.string(), path: z.string(), icon: z.string(), order: z.number() })),
      slots: z.array(z.string()),
      services: z.optional(z.record(z.string(), z.string())),
    }),
    routes: z.record(z.string(), z.array(file)),
    since: z.string(),
    sequence: z.optional(z.number()),
    ledger: z.optional(releases),
  }),
});

/** A deployment of the registry, or in a few words what is wrong with it. */
export const parseDeployment = (name: string, value: unknown): Deployment | string => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`;
  }
  const { id } = parsed.data.extras.manifest;
  return registryName(id) === name ? (parsed.data as Deployment) : `is of ${id}`;
};
