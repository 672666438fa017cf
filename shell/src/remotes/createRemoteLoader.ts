import { assertRemote, type Remote } from '@lectern/platform';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import { loadOverride } from '../development/overrides';
import type { RegisteredRemote } from '../PageData';
import { loadScript } from './loadScript';

/** Fetches remotes, each at its first use, each at most once at a time. */
export interface RemoteLoader {
  remotes: readonly RegisteredRemote[];
  /** @throws Error when it cannot be had; the next call tries again, under new addresses. */
  load: (id: string) => Promise<Remote>;
}

const isContainer = (value: unknown): value is { get: unknown; init: unknown } =>
  typeof value === 'object' && value !== null && 'get' in value && 'init' in value;

export const createRemoteLoader = (remotes: readonly RegisteredRemote[]): RemoteLoader => {
  const loaded = new Map<string, Remote>();
  const loading = new Map<string, Promise<Remote>>();
  const entered = new Set<string>();

  registerPlugins([
    {
      name: 'lectern-shell',
      // The runtime's own loading of an entry waits 20 s for a hung one and knows neither integrity nor nonce.
      loadEntry: async ({ remoteInfo }) => {
        const remote = remotes.find(({ container }) => container === remoteInfo.name);
        if (!remote) throw new Error(`${remoteInfo.name} is not in the registry.`);
        if (process.env.LECTERN_BUILD === 'development' && remote.isOverride === true) await loadOverride(remote.entry);
        else await loadScript([remote.entry, remote.fallbackEntry], remote.integrity);
        const container = (globalThis as Record<string, unknown>)[remote.container];
        if (!isContainer(container)) throw new Error(`${remote.entry} left no container.`);
        entered.add(remote.id);
        return container as never;
      },
    },
  ]);
  const describe = ({ container, entry }: RegisteredRemote) => ({
    name: container,
    entry,
    type: 'var' as const,
    entryGlobalName: container,
  });
  registerRemotes(remotes.map(describe));

  const fetchRemote = async (remote: RegisteredRemote): Promise<Remote> => {
    try {
      const module = await loadRemote<{ remote: unknown }>(`${remote.container}/remote`, { from: 'runtime' });
      const checked = assertRemote(module?.remote, remote.manifest);
      loaded.set(remote.id, checked);
      return checked;
    } catch (error) {
      // A container that failed half-way is remembered by the runtime; registering anew forgets it.
      if (!entered.has(remote.id)) registerRemotes([describe(remote)], { force: true });
      throw error;
    } finally {
      loading.delete(remote.id);
    }
  };

  return {
    remotes,
    load: (id) => {
      const known = loaded.get(id);
      if (known) return Promise.resolve(known);
      const running = loading.get(id);
      if (running) return running;
      const remote = remotes.find((candidate) => candidate.id === id);
      if (!remote) return Promise.reject(new Error(`${id} is not in the registry.`));
      const started = fetchRemote(remote);
      loading.set(id, started);
      return started;
    },
  };
};
