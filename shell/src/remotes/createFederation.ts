import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { RegisteredRemote } from '../PageData';
import { createSharedModules } from './createSharedModules';

type Instance = ReturnType<typeof createInstance>;
type LoadEntry = NonNullable<Parameters<typeof createInstance>[0]['plugins']>[number]['loadEntry'];
/** What the script of a remote defines: the federation runtime asks it for modules. */
type Container = Awaited<ReturnType<NonNullable<LoadEntry>>>;

/** The federation runtime, as far as the shell uses it. */
export interface Federation {
  /** Makes remotes known; `isAgain` forgets a container that failed half-way, or is of another version. */
  register: (remotes: readonly RegisteredRemote[], isAgain?: boolean) => void;
  /** The public entry of a remote, unchecked. */
  loadEntryModule: (remote: RegisteredRemote) => Promise<unknown>;
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
  /** Loads the script that defines this container as a global variable. */
  loadScriptOf: (container: string) => Promise<void>;
  /** The script has run and defined its container. */
  whenEntered: (container: string) => void;
}

const createRuntime = ({ loadScriptOf, whenEntered }: EntryHooks): Instance =>
  createInstance({
    name: 'shell',
    remotes: [],
    shared: createSharedModules(JSON.parse(process.env.SHARED_VERSIONS ?? '{}') as Record<string, string>),
    // Never `version-first`, which fetches every remote that there is.
    shareStrategy: 'loaded-first',
    plugins: [
      {
        name: 'lectern-shell',
        // The runtime's own loading of an entry waits 20 s for a hung one and knows neither integrity nor nonce.
        loadEntry: async ({ remoteInfo: { name } }) => {
          await loadScriptOf(name);
          const container = (globalThis as Record<string, unknown>)[name];
          if (!isContainer(container)) throw new Error(`The entry of ${name} defines no container.`);
          whenEntered(name);
          return container;
        },
      },
    ],
  });

export const createFederation = (hooks: EntryHooks): Federation => {
  // Remotes are built without the runtime's core (`externalRuntime`) and take the shell's from here.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const runtime = createRuntime(hooks);
  return {
    register: (remotes, isAgain = false) => {
      runtime.registerRemotes(remotes.map(describe), { force: isAgain });
    },
    loadEntryModule: async ({ container }) => {
      const module = await runtime.loadRemote<{ remote: unknown }>(`${container}/remote`, { from: 'runtime' });
      return module?.remote;
    },
  };
};
