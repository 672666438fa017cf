import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { serviceNames, type ServiceName } from './parts.ts';

/** A version of an API, or `unknown` while the service does not answer. */
export const ApiVersion = z.string().check(z.regex(/^(?:(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})|unknown)$/));

/** What the running services say about themselves. */
export const Versions = z.object({
  gateway: ApiVersion,
  services: z.object(Object.fromEntries(serviceNames.map((name) => [name, ApiVersion])) as Record<ServiceName, typeof ApiVersion>),
});
export type Versions = z.infer<typeof Versions>;

/** The one call that the gateway answers itself. */
export const versionCall = defineCall({
  id: 'getVersion',
  service: 'gateway',
  method: 'GET',
  path: '/version',
  summary: 'API versions of the gateway and of each running service; unknown for one that does not answer',
  access: 'public',
  status: 200,
  answer: Versions,
  errors: [],
});

/** Least versions of services that a remote needs, by their names: `{ "study": "1.0" }`. */
export type ServiceNeeds = Readonly<Record<string, string>>;

/** A service that runs in a version with which a remote cannot work. */
export interface UnmetNeed {
  service: string;
  needed: string;
  running: string;
}

const parse = (version: string | undefined): { major: number; minor: number } | undefined => {
  const found = /^(\d+)\.(\d+)$/.exec(version ?? '');
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : undefined;
};

/**
 * What a remote needs and does not get: the major has to be the same, the minor at least as high. What is not known counts as met: a
 * service that is down says so itself, call by call.
 *
 * @param versions - `services` of the answer of `versionCall`; absent when it could not be had
 */
export const unmetNeeds = (needs: ServiceNeeds | undefined, versions: Readonly<Record<string, string>> | undefined): UnmetNeed[] =>
  Object.entries(needs ?? {}).flatMap(([service, needed]) => {
    const running = versions?.[service];
    const least = parse(needed);
    const actual = parse(running);
    if (running === undefined || !least || !actual) return [];
    return actual.major === least.major && actual.minor >= least.minor ? [] : [{ service, needed, running }];
  });
