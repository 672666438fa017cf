import { createHash } from 'node:crypto';
import type { Call } from './call.ts';
import * as calls from './calls.ts';
import { isRecord } from './isRecord.ts';
import { openApiPaths } from './openApi.ts';
import { serviceNames, services, type ServiceName } from './parts.ts';

/** The hash of each service's calls, and the version that they have. */
const recorded: Readonly<Record<ServiceName, { version: string; hash: string }>> = {
  auth: { version: '1.4', hash: 'b86580b4497578a5' },
  library: { version: '1.11', hash: 'e88e861bf4c79d84' },
  study: { version: '1.14', hash: 'd4c8955c2f6b017c' },
  billing: { version: '1.0', hash: 'ea0bda3fd4d33402' },
};

/** Wording, which no page depends on. */
const wording = new Set(['description', 'summary']);

/** A value without wording, and with the keys of its objects in order. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(wording.has(key) && typeof inner === 'string'))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
};

const hashOf = (service: ServiceName): string => {
  const own = Object.values<Call>(calls).filter((call) => call.service === service);
  return createHash('sha256')
    .update(JSON.stringify(shapeOf(openApiPaths(own))))
    .digest('hex')
    .slice(0, 16);
};

// Remotes that are deployed alone tell by these versions whether a service has the calls and fields that they need.
it.each(serviceNames)('%s: another shape of its calls is another version (parts.ts), with its hash recorded here', (service) => {
  expect({ version: services[service].version, hash: hashOf(service) }).toEqual(recorded[service]);
});
