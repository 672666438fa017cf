import * as z from 'zod/mini';
import { ApiVersion, gatewayVersion, internalPaths, serviceNames, type ServiceName, type Versions } from '@lectern/contracts';
import type { InternalClient } from '@lectern/service-kit';
import { keptFor } from './keptFor.ts';

const Answer = z.object({ version: ApiVersion });
/** A service that takes longer is shown as unknown: pages wait for this before they draw. */
const timeoutMs = 500;
/** For how long an answer of all services holds. */
const keptMs = 3_000;

/** Asks the running services for their versions. A service that is down never makes it fail; many who ask at once ask once. */
export const createVersions = ({ call, monotonic }: { call: InternalClient; monotonic: () => number }): (() => Promise<Versions>) => {
  const versionOf = async (to: ServiceName): Promise<[ServiceName, string]> => {
    try {
      return [to, (await call({ to, path: internalPaths.version, answer: Answer, timeoutMs })).version];
    } catch {
      // Whatever the reason: it is not known. Calls to the service itself say and log what is wrong with it.
      return [to, 'unknown'];
    }
  };
  const ask = async (): Promise<Versions> => {
    const services = Object.fromEntries(await Promise.all(serviceNames.map(versionOf))) as Versions['services'];
    return { gateway: gatewayVersion, services };
  };
  return keptFor(keptMs, monotonic, ask);
};
