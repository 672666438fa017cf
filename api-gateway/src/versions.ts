import * as z from 'zod/mini';
import { ApiVersion, gatewayVersion, internalPaths, serviceNames, type ServiceName, type Versions } from '@lectern/contracts';
import type { InternalClient } from '@lectern/service-kit';
import { keptFor } from './keptFor.ts';

const Answer = z.object({ version: ApiVersion });
/** Pages wait for this answer before they render, so a slower service counts as unknown. Milliseconds. */
const timeoutMs = 500;
/** How long the answers of all services are cached, in milliseconds. */
const keptMs = 3_000;

/** Returns the versions of the running services. Concurrent callers share one request. */
export const versionsOf = ({ call, monotonic }: { call: InternalClient; monotonic: () => number }): (() => Promise<Versions>) => {
  const versionOf = async (to: ServiceName): Promise<[ServiceName, string]> => {
    try {
      return [to, (await call({ to, path: internalPaths.version, answer: Answer, timeoutMs })).version];
    } catch {
      // The version stays unknown. Failures of the service are logged by its other calls.
      return [to, 'unknown'];
    }
  };
  const ask = async (): Promise<Versions> => {
    const services = Object.fromEntries(await Promise.all(serviceNames.map(versionOf))) as Versions['services'];
    return { gateway: gatewayVersion, services };
  };
  return keptFor(keptMs, monotonic, ask);
};
