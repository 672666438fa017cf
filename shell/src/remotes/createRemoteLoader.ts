import type { Remote } from '@lectern/platform';
import type { RegisteredRemote } from '../PageData';
import { createLazyFederation } from './createLazyFederation';
import { createRemoteVersions, fetchRemotes } from './createRemoteVersions';
import { reportFailure, type LoadFailure } from './reportFailure';

/** Loads each remote on first use. Concurrent calls share one load. */
export interface RemoteLoader {
  remotes: readonly RegisteredRemote[];
  /** Preloads the federation runtime and the shared modules, which every remote needs. */
  prepare: () => void;
  /** @throws Error if it cannot be loaded; the next call tries again under new addresses */
  load: (id: string) => Promise<Remote>;
  /**
   * Called before a visitor's retry: checks whether another version was released, or rolled back, since the page was opened. Resolves to
   * true if the page switched to that version; a running load is then aborted.
   */
  renew: (id: string) => Promise<boolean>;
  /** Reports to the page server that the current version failed to load, even if another version has replaced it in the meantime. */
  reporter: (id: string) => (failure: LoadFailure) => void;
}

interface Load {
  work: Promise<Remote>;
  controller: AbortController;
}

/** @param ask returns the remotes that the page would get if it were opened now */
export const createRemoteLoader = (remotes: readonly RegisteredRemote[], ask = fetchRemotes): RemoteLoader => {
  const versions = createRemoteVersions(remotes, ask);
  const loaded = new Map<string, Remote>();
  const loading = new Map<string, Load>();
  /** Remotes whose script has run. Their version is fixed until the page is left. */
  const entered = new Set<string>();

  const federation = createLazyFederation(versions.all, {
    entryOf: (container) => {
      const remote = versions.ofContainer(container);
      return { remote, signal: loading.get(remote.id)?.controller.signal };
    },
    whenEntered: (container) => {
      entered.add(versions.ofContainer(container).id);
    },
  });

  const fetchRemote = async (remote: RegisteredRemote): Promise<Remote> => {
    try {
      const runtime = await federation.get();
      try {
        const checked = await runtime.load(remote);
        loaded.set(remote.id, checked);
        return checked;
      } catch (error) {
        if (!entered.has(remote.id) && versions.isCurrent(remote)) runtime.register([remote], true);
        throw error;
      }
    } finally {
      if (versions.isCurrent(remote)) loading.delete(remote.id);
    }
  };

  const start = (remote: RegisteredRemote): Promise<Remote> => {
    const controller = new AbortController();
    // Starts in a later microtask, after `loading` has the controller, because loading the script needs its signal.
    const work = Promise.resolve().then(() => fetchRemote(remote));
    loading.set(remote.id, { work, controller });
    return work;
  };

  return {
    remotes,
    // Ignores a failure: loading a remote tries again and reports the error.
    prepare: () => void federation.get().catch(() => undefined),
    load: async (id) => {
      const remote = versions.of(id);
      if (!remote) throw new Error(`${id} is not in the registry.`);
      return loaded.get(id) ?? loading.get(id)?.work ?? start(remote);
    },
    reporter: (id) => {
      const remote = versions.of(id);
      return (failure) => {
        if (remote) reportFailure(remote, failure);
      };
    },
    renew: async (id) => {
      const renewed = await versions.renew(id, () => entered.has(id));
      if (!renewed) return false;
      federation.renew(renewed);
      loading.get(id)?.controller.abort();
      loading.delete(id);
      return true;
    },
  };
};
