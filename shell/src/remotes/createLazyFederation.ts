import type { RegisteredRemote } from '../PageData';
import type { EntryHooks, Federation } from './createFederation';

/** Code of the shell itself could not be loaded. Not reported as a failure of a remote. */
export class ShellPartError extends Error {
  override name = 'ShellPartError';
}

/** The federation runtime with the shared modules. The landing page does not load it. */
export interface LazyFederation {
  /** Loads the runtime once. @throws ShellPartError on failure; the next call tries again */
  get: () => Promise<Federation>;
  /** Registers another version of a remote. A runtime that starts later gets it from `current`. */
  renew: (remote: RegisteredRemote) => void;
}

/** @param current returns the remotes with their current versions */
export const createLazyFederation = (current: () => readonly RegisteredRemote[], hooks: EntryHooks): LazyFederation => {
  let starting: Promise<Federation> | undefined;
  const start = async (): Promise<Federation> => {
    const { createFederation } = await import(/* webpackChunkName: "federation" */ './createFederation');
    const federation = createFederation(hooks);
    federation.register(current());
    return federation;
  };
  return {
    get: () => {
      starting ??= start().catch((error: unknown) => {
        starting = undefined;
        throw new ShellPartError('The runtime of federation could not be loaded.', { cause: error });
      });
      return starting;
    },
    renew: (remote) => {
      starting?.then(
        (federation) => {
          federation.register([remote], true);
        },
        () => undefined,
      );
    },
  };
};
