import type { RouteManifest, SlotProps, SlotResolver } from '@lectern/platform';
import { matchPath } from '@lectern/platform/router';
import type { ComponentType } from 'react';
import type { RemoteLoader } from './createRemoteLoader';
import { reportLoad } from './reportLoad';

/** A page of a remote, as its manifest names it. */
export interface Screen extends RouteManifest {
  remoteId: string;
}

/** The pages of all remotes, and their components once loaded. */
export interface Screens {
  all: readonly Screen[];
  /** The component, when it is there already. */
  peek: (screen: Screen) => ComponentType | undefined;
  /** @throws Error when remote or chunk cannot be had; the next call tries again. */
  load: (screen: Screen) => Promise<ComponentType>;
  /** The page that an address asks for. */
  at: (pathname: string) => Screen | undefined;
  slot: SlotResolver;
}

/** Lazy screen code has 120 s in all (specification, section 9). */
const screenTimeoutMs = 120_000;

const withTimeout = <Result>(work: Promise<Result>, what: string): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${what} did not load within ${String(screenTimeoutMs / 1000)} s.`));
    }, screenTimeoutMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });

/** Addresses with fewer parameters go first: `/study-materials/create` before `/study-materials/:id`. */
const byParameters = (one: Screen, other: Screen): number => one.path.split(':').length - other.path.split(':').length;

export const createScreens = (loader: RemoteLoader): Screens => {
  const all = loader.remotes.flatMap(({ id, manifest }) => manifest.routes.map((route) => ({ ...route, remoteId: id }))).sort(byParameters);
  const components = new Map<string, ComponentType>();
  const told = <Result>(remoteId: string, work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      const remote = loader.remotes.find(({ id }) => id === remoteId);
      if (remote) reportLoad(remote, 'failed');
      throw error;
    });
  return {
    all,
    peek: ({ path }) => components.get(path),
    load: async (screen) => {
      const load = async (): Promise<ComponentType> => {
        const remote = await loader.load(screen.remoteId);
        const route = remote.routes.find(({ path }) => path === screen.path);
        if (!route) throw new Error(`${screen.remoteId} has no ${screen.path}.`);
        const component = await route.load();
        components.set(screen.path, component);
        return component;
      };
      return told(screen.remoteId, withTimeout(load(), screen.path));
    },
    at: (pathname) => all.find(({ path }) => matchPath(path, pathname) !== null),
    slot: (name) => {
      const remote = loader.remotes.find(({ manifest }) => manifest.slots.includes(name));
      return remote
        ? told(
            remote.id,
            loader.load(remote.id).then((loaded) => {
              const load = loaded.slots[name];
              if (!load) throw new Error(`${remote.id} does not offer ${name}.`);
              return load() as Promise<ComponentType<SlotProps[typeof name]>>;
            }),
          )
        : undefined;
    },
  };
};
