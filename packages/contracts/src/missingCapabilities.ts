/** The minimum API version of each service that a remote needs: `{ "study": "1.0" }`. */
export type ServiceNeeds = Readonly<Record<string, string>>;

/** A service whose running version is incompatible with a remote. */
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
 * Returns the services whose versions do not meet a remote's needs. The major version must be equal, the minor version at least as high. Unknown
 * versions are accepted: the calls of a service that is down fail anyway.
 *
 * @param versions - `services` from the answer of `versionCall`; absent if the call failed
 * @example
 * missingCapabilities({ study: '1.9' }, { study: '1.8', auth: '1.3' }); // [{ service: 'study', needed: '1.9', running: '1.8' }]
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
