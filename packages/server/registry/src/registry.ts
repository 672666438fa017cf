import { sign, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { parseDeployment, type Deployment } from './Deployment.ts';
import { ReleaseError } from './ReleaseError.ts';

export interface Registry {
  schema: string;
  microFrontends: Record<string, Deployment[]>;
  /** Removes the service worker from every device at its next visit. Written to each deployment, like the number of the write. */
  serviceWorker?: 'off';
}

/** A registry without remotes. */
export const emptyRegistry: Registry = {
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends: {},
};

/** A registry as stored: its bytes, and the signatures from its `.sig` file, one per line, in base64. */
export interface SignedRegistry {
  bytes: Buffer;
  signatures: string;
}

/**
 * Adds the number of the write to a registry, so that it is signed as well. An old registry also has a valid signature; only its number
 * gives it away.
 */
export const numbered = ({ serviceWorker, ...registry }: Registry, sequence: number): Registry => ({
  ...registry,
  microFrontends: Object.fromEntries(
    Object.entries(registry.microFrontends).map(([name, deployments]) => [
      name,
      deployments.map((each) => ({ ...each, extras: { ...each.extras, sequence, ...(serviceWorker && { serviceWorker }) } })),
    ]),
  ),
});

const numberedDeployment = z.object({ extras: z.object({ sequence: z.number() }) });

/**
 * Returns the number of the write, even if the deployments that contain it are refused. Defaults to 0, because earlier programs wrote none.
 */
const sequenceOf = (microFrontends: object): number =>
  Math.max(
    0,
    ...Object.values(microFrontends)
      .flat()
      .map((each: unknown) => numberedDeployment.safeParse(each).data?.extras.sequence ?? 0),
  );

const deploymentWithoutWorker = z.object({ extras: z.object({ serviceWorker: z.literal('off') }) });
const isWorkerOff = (microFrontends: object): boolean =>
  Object.values(microFrontends)
    .flat()
    .some((each: unknown) => deploymentWithoutWorker.safeParse(each).success);

/** @param privateKey - Ed25519 */
export const signRegistry = (registry: Registry, privateKey: KeyObject): SignedRegistry => {
  const bytes = Buffer.from(`${JSON.stringify(registry, undefined, 2)}\n`);
  return { bytes, signatures: sign(undefined, bytes, privateKey).toString('base64') };
};

/** A registry with a valid signature, and a line for each deployment in it that is refused nevertheless. */
export interface ReadRegistry {
  registry: Registry;
  /** Higher with each write. */
  sequence: number;
  refused: string[];
}

/**
 * Checks the signature, then the shape. Omits invalid deployments.
 *
 * @throws ReleaseError if no signature matches the bytes, or they are not a registry.
 */
export const readSignedRegistry = ({ bytes, signatures }: SignedRegistry, publicKey: KeyObject): ReadRegistry => {
  // During a replacement the file has the signatures of the old and the new registry.
  const isSigned = signatures
    .split('\n')
    .slice(0, 16)
    .some((line) => line !== '' && verify(undefined, bytes, publicKey, Buffer.from(line, 'base64')));
  if (!isSigned) throw new ReleaseError('The signature of the registry is not of its bytes.');
  const { schema, microFrontends } = JSON.parse(bytes.toString('utf8')) as Partial<Record<keyof Registry, unknown>>;
  if (schema !== emptyRegistry.schema || typeof microFrontends !== 'object' || microFrontends === null)
    throw new ReleaseError('The registry is not in the Frontend Discovery format.');
  const refused: string[] = [];
  const read = Object.entries(microFrontends).map(([name, deployments]): [string, Deployment[]] => {
    if (!Array.isArray(deployments)) {
      refused.push(`${name}: has no list of deployments`);
      return [name, []];
    }
    const accepted = deployments.flatMap((deployment: unknown, index) => {
      const parsed = parseDeployment(name, deployment);
      if (typeof parsed !== 'string') return [parsed];
      refused.push(`${name}, deployment ${String(index + 1)}: ${parsed}`);
      return [];
    });
    return [name, accepted];
  });
  const registry = {
    schema,
    microFrontends: Object.fromEntries(read),
    ...(isWorkerOff(microFrontends) && { serviceWorker: 'off' as const }),
  };
  return { registry, sequence: sequenceOf(microFrontends), refused };
};
