import { assertRemote, queryClient, type Remote } from '@lectern/platform';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { RegisteredRemote } from '../PageData';
import { createSharedModules } from './createSharedModules';
import { loadEntry } from './loadEntry';

type Instance = ReturnType<typeof createInstance>;
type LoadEntry = NonNullable<Parameters<typeof createInstance>[0]['plugins']>[number]['loadEntry'];
/** The global that a remote's script defines. The federation runtime gets modules from it. */
type Container = Awaited<ReturnType<NonNullable<LoadEntry>>>;

/** The part of the federation runtime that the shell uses. */
export interface Federation {
  /** Registers remotes. `isAgain` discards a container that failed half-way or has another version. */
  register: (remotes: readonly RegisteredRemote[], isAgain?: boolean) => void;
  /** Loads the public entry of a remote. @throws Error if it cannot be loaded or does not match its manifest */
  load: (remote: RegisteredRemote) => Promise<Remote>;
}

const isContainer = (value: unknown): value is Exclude<Container, void> =>
  typeof value === 'object' && value !== null && 'get' in value && 'init' in value;

const describe = ({ container, entry }: RegisteredRemote) => ({
  name: container,
  entry,
  type: 'var' as const,
  entryGlobalName: container,
});

export interface EntryHooks {
  /** Returns the remote whose script defines this global container, and the signal that aborts its load. */
  entryOf: (container: string) => { remote: RegisteredRemote; signal: AbortSignal | undefined };
  /** Called when the script has run and defined its container. */
  whenEntered: (container: string) => void;
}

const createRuntime = ({ entryOf, whenEntered }: EntryHooks): Instance =>
  createInstance({
    name: 'shell',
    remotes: [],
    shared: createSharedModules(JSON.parse(process.env.SHARED_VERSIONS ?? '{}') as Record<string, string>),
    // Never `version-first`, which fetches all remotes.
    shareStrategy: 'loaded-first',
    plugins: [
      {
        name: 'lectern-shell',
        // The runtime's own loader waits 20 s for a hung entry and supports neither integrity nor nonce.
        loadEntry: async ({ remoteInfo: { name } }) => {
          const { remote, signal } = entryOf(name);
          await loadEntry(remote, signal);
          const container = (globalThis as Record<string, unknown>)[name];
          if (!isContainer(container)) throw new Error(`The entry of ${name} defines no container.`);
          whenEntered(name);
          return container;
        },
      },
    ],
  });

export const createFederation = (hooks: EntryHooks): Federation => {
  // Remotes are built without the runtime's core (`externalRuntime`) and use the shell's from this global.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const runtime = createRuntime(hooks);
  // Subscribes the cache to focus and online events, as `QueryClientProvider` does.
  queryClient.mount();
  return {
    register: (remotes, isAgain = false) => {
      runtime.registerRemotes(remotes.map(describe), { force: isAgain });
    },
    load: async ({ container, manifest }) => {
      const module = await runtime.loadRemote<{ remote: unknown }>(`${container}/remote`, { from: 'runtime' });
      return assertRemote(module?.remote, manifest);
    },
  };
};
