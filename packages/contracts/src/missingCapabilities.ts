/** Least versions of services that a remote needs, by their names: `{ "study": "1.0" }`. */
export type ServiceNeeds = Readonly<Record<string, string>>;

/** A service that runs in a version with which a remote cannot work. */
export interface MissingCapability {
  service: string;
  needed: string;
  running: string;
}

const parse = (version: string | undefined): { major: number; minor: number } | undefined => {
  const found = /^(\d+)\.(\d+)$/.exec(version ?? '');
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : undefined;
};

/**
 * The versions that a remote needs and the services do not have. The major has to be the same, the minor at least as high. An unknown
 * version counts as met: a service that is down fails its own calls.
 *
 * @param versions - `services` of the answer of `versionCall`; absent when it could not be had
 */
export const missingCapabilities = (
  needs: ServiceNeeds | undefined,
  versions: Readonly<Record<string, string>> | undefined,
): MissingCapability[] =>
  Object.entries(needs ?? {}).flatMap(([service, needed]) => {
    const running = versions?.[service];
    const least = parse(needed);
    const actual = parse(running);
    if (running === undefined || !least || !actual) return [];
    return actual.major === least.major && actual.minor >= least.minor ? [] : [{ service, needed, running }];
  });
