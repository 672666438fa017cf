import {
  incompatibilityOf,
  type RouteManifest,
  type ServiceNeeds,
  type ShellContract,
  type SlotProps,
  type SlotResolver,
} from '@lectern/platform';
import { matchPath } from '@lectern/platform/router';
import type { ComponentType } from 'react';
import type { RemoteLoader } from './createRemoteLoader';
import { retryEvent } from './loadScript';

/** A page of a remote, as its manifest names it. */
export interface Screen extends RouteManifest {
  remoteId: string;
  /** Least versions of services that the remote asks for. */
  services?: ServiceNeeds;
}

/** A remote and this shell do not go together: they are of different times. */
export class IncompatibleRemoteError extends Error {
  override name = 'IncompatibleRemoteError';
}

/** The pages of all remotes, and their components once loaded. */
export interface Screens {
  all: readonly Screen[];
  /** The component, when it is there already. */
  peek: (screen: Screen) => ComponentType | undefined;
  /**
   * @param isAgain The visitor asked for another try, so that whatever is under way starts one, too.
   * @throws Error when remote or chunk cannot be had, or has not come after `screenPatienceMs`; the next call tries again.
   * @throws IncompatibleRemoteError when the remote was made for another shell.
   */
  load: (screen: Screen, isAgain?: boolean) => Promise<ComponentType>;
  /** What was given up waiting for and may still come. */
  late: (screen: Screen) => Promise<ComponentType> | undefined;
  /** The page that an address asks for. */
  at: (pathname: string) => Screen | undefined;
  slot: SlotResolver;
}

/** Lazy screen code has 120 s in all (specification, section 9) … */
const screenTimeoutMs = 120_000;
/** … and after so long without it a card says so, behind which it may still come. Milliseconds. */
export const screenPatienceMs = 5_000;
/** What has not come after so long counts as failed: a slow line is no fault of the release. Milliseconds. */
const reportPatienceMs = 30_000;

const within = <Result>(work: Promise<Result>, milliseconds: number, what: string): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${what} did not load within ${String(Math.round(milliseconds / 1000))} s.`));
    }, milliseconds);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });

/** Addresses with fewer parameters go first: `/study-materials/create` before `/study-materials/:id`. */
const byParameters = (one: Screen, other: Screen): number => one.path.split(':').length - other.path.split(':').length;

export const createScreens = (loader: RemoteLoader, contract: ShellContract): Screens => {
  const all = loader.remotes
    .flatMap(({ id, manifest: { routes, services } }) => routes.map((route) => ({ ...route, remoteId: id, ...(services && { services }) })))
    .sort(byParameters);
  const components = new Map<string, ComponentType>();
  const running = new Map<string, { work: Promise<ComponentType>; since: number }>();

  /** Does a work, and tells the page server how it went with the version that it began with. */
  const reported = <Result>(remoteId: string, load: () => Promise<Result>, what: string): Promise<Result> => {
    const tell = loader.reporter(remoteId);
    const work = load();
    within(work, reportPatienceMs, what).then(
      () => {
        tell('loaded');
      },
      (error: unknown) => {
        tell(error instanceof IncompatibleRemoteError ? 'incompatible' : 'failed');
      },
    );
    return work;
  };

  /** @throws IncompatibleRemoteError */
  const checkFit = (id: string): void => {
    const manifest = loader.remotes.find((remote) => remote.id === id)?.manifest;
    const incompatibility = manifest && incompatibilityOf(manifest, contract);
    if (incompatibility !== undefined) throw new IncompatibleRemoteError(incompatibility);
  };

  const start = (screen: Screen): { work: Promise<ComponentType>; since: number } => {
    const { path, remoteId } = screen;
    const load = async (): Promise<ComponentType> => {
      checkFit(remoteId);
      const remote = await loader.load(remoteId);
      const route = remote.routes.find((candidate) => candidate.path === path);
      if (!route) throw new Error(`${remoteId} has no ${path}.`);
      const component = await route.load();
      components.set(path, component);
      return component;
    };
    const work = reported(remoteId, () => within(load(), screenTimeoutMs, path), path);
    const started = { work, since: performance.now() };
    running.set(path, started);
    const end = (): void => {
      if (running.get(path) === started) running.delete(path);
    };
    work.then(end, end);
    return started;
  };

  return {
    all,
    peek: ({ path }) => components.get(path),
    load: async (screen, isAgain = false) => {
      if (isAgain) {
        dispatchEvent(new Event(retryEvent));
        if (await loader.renew(screen.remoteId)) running.delete(screen.path);
      }
      const { work, since } = running.get(screen.path) ?? start(screen);
      return within(work, screenPatienceMs - (isAgain ? 0 : performance.now() - since), screen.path);
    },
    late: ({ path }) => running.get(path)?.work,
    at: (pathname) => all.find(({ path }) => matchPath(path, pathname) !== null),
    slot: (name) => {
      const remote = loader.remotes.find(({ manifest }) => manifest.slots.includes(name));
      if (!remote) return undefined;
      const load = async (): Promise<ComponentType<SlotProps[typeof name]>> => {
        checkFit(remote.id);
        const loadSlot = (await loader.load(remote.id)).slots[name];
        if (!loadSlot) throw new Error(`${remote.id} does not offer ${name}.`);
        return loadSlot() as Promise<ComponentType<SlotProps[typeof name]>>;
      };
      // Whoever has a place for it draws something else meanwhile.
      return within(reported(remote.id, load, name), screenPatienceMs, name);
    },
  };
};
