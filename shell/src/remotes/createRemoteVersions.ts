import type { RegisteredRemote } from '../PageData';

/** How long a visitor's retry waits for the current versions from the page server. Milliseconds. */
const renewalTimeoutMs = 1_500;

/** The remotes that the page would get if it were opened now. Empty if the page server does not respond in time. */
export const fetchRemotes = async (): Promise<RegisteredRemote[]> => {
  try {
    const response = await fetch('/remotes', { signal: AbortSignal.timeout(renewalTimeoutMs) });
    return response.ok ? ((await response.json()) as RegisteredRemote[]) : [];
  } catch {
    // The retry uses the known version. If that fails as well, the card is shown.
    return [];
  }
};

/** The version of each remote that this page uses. */
export interface RemoteVersions {
  all: () => readonly RegisteredRemote[];
  of: (id: string) => RegisteredRemote | undefined;
  /** @throws Error if the registry has none */
  ofContainer: (container: string) => RegisteredRemote;
  isCurrent: (remote: RegisteredRemote) => boolean;
  /** Switches a remote to the registry's current version, unless `isInUse`. Resolves to that version; undefined if nothing changed. */
  renew: (id: string, isInUse: () => boolean) => Promise<RegisteredRemote | undefined>;
}

/** @param ask returns the remotes that the page would get if it were opened now */
export const createRemoteVersions = (remotes: readonly RegisteredRemote[], ask: () => Promise<RegisteredRemote[]>): RemoteVersions => {
  const current = new Map(remotes.map((remote) => [remote.id, remote]));
  return {
    all: () => [...current.values()],
    of: (id) => current.get(id),
    ofContainer: (container) => {
      const remote = [...current.values()].find((candidate) => candidate.container === container);
      if (!remote) throw new Error(`${container} is not in the registry.`);
      return remote;
    },
    isCurrent: (remote) => current.get(remote.id) === remote,
    renew: async (id, isInUse) => {
      const known = current.get(id);
      if (!known || isInUse() || known.isOverride === true) return undefined;
      const now = (await ask()).find((remote) => remote.id === id);
      if (!now || now.version === known.version || isInUse()) return undefined;
      // The page has registered the remote under this container name.
      const renewed = { ...now, container: known.container };
      current.set(id, renewed);
      return renewed;
    },
  };
};
