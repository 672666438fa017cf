import { assertRemote, type Remote } from '@lectern/platform';
import type { LoadOutcome } from '@lectern/registry';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { loadOverride } from '../development/overrides';
import type { RegisteredRemote } from '../PageData';
import { createSharedModules } from './createSharedModules';
import { loadScript } from './loadScript';
import { reportLoad } from './reportLoad';

/** Fetches remotes, each at its first use, each at most once at a time. */
export interface RemoteLoader {
  remotes: readonly RegisteredRemote[];
  /** @throws Error when it cannot be had; the next call tries again, under new addresses. */
  load: (id: string) => Promise<Remote>;
  /**
   * To be called before a visitor's own next try: looks whether another version was released, or taken back, since the page was opened.
   * Answers whether what is under way is of no use any more.
   */
  renew: (id: string) => Promise<boolean>;
  /** For what begins now: tells the page server how loading the version of this moment went, whichever takes its place meanwhile. */
  reporter: (id: string) => (outcome: LoadOutcome) => void;
}

/** How long a visitor's next try waits to hear of another version. Milliseconds. */
const renewalPatienceMs = 1_500;

/** What the page would get if it were opened now; nothing when that cannot be had. */
const askForRemotes = async (): Promise<RegisteredRemote[]> => {
  try {
    const response = await fetch('/remotes', { signal: AbortSignal.timeout(renewalPatienceMs) });
    return response.ok ? ((await response.json()) as RegisteredRemote[]) : [];
  } catch {
    // The try is made with what is known; if that fails, too, the card says so.
    return [];
  }
};

const isContainer = (value: unknown): value is { get: unknown; init: unknown } =>
  typeof value === 'object' && value !== null && 'get' in value && 'init' in value;

export const createRemoteLoader = (remotes: readonly RegisteredRemote[], ask = askForRemotes): RemoteLoader => {
  const loaded = new Map<string, Remote>();
  const loading = new Map<string, { work: Promise<Remote>; controller: AbortController }>();
  const entered = new Set<string>();
  const newest = new Map(remotes.map((remote) => [remote.id, remote]));

  // Remotes are built without a copy of it (`externalRuntime`) and take the shell's from here.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const federation = createInstance({
    name: 'shell',
    remotes: [],
    shared: createSharedModules(JSON.parse(process.env.SHARED_VERSIONS ?? '{}') as Record<string, string>),
    // Never `version-first`, which fetches every remote that there is.
    shareStrategy: 'loaded-first',
    plugins: [
      {
        name: 'lectern-shell',
        // The runtime's own loading of an entry waits 20 s for a hung one and knows neither integrity nor nonce.
        loadEntry: async ({ remoteInfo }) => {
          const remote = [...newest.values()].find(({ container }) => container === remoteInfo.name);
          if (!remote) throw new Error(`${remoteInfo.name} is not in the registry.`);
          if (process.env.LECTERN_BUILD === 'development' && remote.isOverride === true) await loadOverride(remote.entry);
          else await loadScript([remote.entry, remote.fallbackEntry], remote.integrity, loading.get(remote.id)?.controller.signal);
          const container = (globalThis as Record<string, unknown>)[remote.container];
          if (!isContainer(container)) throw new Error(`${remote.entry} left no container.`);
          entered.add(remote.id);
          return container as never;
        },
      },
    ],
  });
  const describe = ({ container, entry }: RegisteredRemote) => ({
    name: container,
    entry,
    type: 'var' as const,
    entryGlobalName: container,
  });
  federation.registerRemotes(remotes.map(describe));

  const fetchRemote = async (remote: RegisteredRemote): Promise<Remote> => {
    try {
      const module = await federation.loadRemote<{ remote: unknown }>(`${remote.container}/remote`, { from: 'runtime' });
      const checked = assertRemote(module?.remote, remote.manifest);
      loaded.set(remote.id, checked);
      return checked;
    } catch (error) {
      // A container that failed half-way is remembered by the runtime; registering anew forgets it.
      if (!entered.has(remote.id) && newest.get(remote.id) === remote) federation.registerRemotes([describe(remote)], { force: true });
      throw error;
    } finally {
      if (newest.get(remote.id) === remote) loading.delete(remote.id);
    }
  };

  return {
    remotes,
    load: (id) => {
      const known = loaded.get(id);
      if (known) return Promise.resolve(known);
      const running = loading.get(id);
      if (running) return running.work;
      const remote = newest.get(id);
      if (!remote) return Promise.reject(new Error(`${id} is not in the registry.`));
      const controller = new AbortController();
      // Known before it begins: the entry asks for its signal.
      const work = Promise.resolve().then(() => fetchRemote(remote));
      loading.set(id, { work, controller });
      return work;
    },
    reporter: (id) => {
      const remote = newest.get(id);
      return (outcome) => {
        if (remote) reportLoad(remote, outcome);
      };
    },
    renew: async (id) => {
      const known = newest.get(id);
      // A version that has begun to run stays until the page is left.
      if (!known || entered.has(id) || known.isOverride === true) return false;
      const now = (await ask()).find((remote) => remote.id === id);
      if (!now || now.version === known.version || entered.has(id)) return false;
      // Its pages keep the addresses that this page was opened with.
      newest.set(id, { ...now, container: known.container });
      federation.registerRemotes([describe(now)], { force: true });
      loading.get(id)?.controller.abort();
      loading.delete(id);
      return true;
    },
  };
};
