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
import { ShellPartError } from './createLazyFederation';
import type { RemoteLoader } from './createRemoteLoader';

/** A page of a remote, from the remote's manifest. */
export interface Screen extends RouteManifest {
  remoteId: string;
  /** Minimum versions of services that the remote needs. */
  services?: ServiceNeeds;
}

/** A remote was built for another version of the shell's contract. */
export class IncompatibleRemoteError extends Error {
  override name = 'IncompatibleRemoteError';
}

/** The pages of all remotes, and their components once loaded. */
export interface Screens {
  all: readonly Screen[];
  /** The component, if it is loaded. */
  peek: (screen: Screen) => ComponentType | undefined;
  /**
   * @param isAgain The visitor asked for a retry: every running load starts another attempt.
   * @throws Error if remote or chunk cannot be loaded, or not within `screenPatienceMs`; the next call tries again.
   * @throws IncompatibleRemoteError if the remote was built for another shell.
   */
  load: (screen: Screen, isAgain?: boolean) => Promise<ComponentType>;
  /** A load that took longer than `screenPatienceMs` and may still succeed. */
  late: (screen: Screen) => Promise<ComponentType> | undefined;
  /** The page at a path. */
  at: (pathname: string) => Screen | undefined;
  slot: SlotResolver;
}

/** Timeout of a screen's lazy code, including retries. Milliseconds. */
const screenTimeoutMs = 120_000;
/** After this time a card says that the page is late. The load continues. Milliseconds. */
const screenPatienceMs = 5_000;
/**
 * After this time the load is reported as failed. Longer than a visitor waits, because a slow connection is not a failure. Milliseconds.
 */
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

/** Sorts paths with fewer parameters first: `/study-materials/create` before `/study-materials/:id`. */
const byParameters = (one: Screen, other: Screen): number => one.path.split(':').length - other.path.split(':').length;

/** The dependencies of loading screens and slots. */
interface Dependencies {
  loader: RemoteLoader;
  contract: ShellContract;
}

/** @throws IncompatibleRemoteError */
const assertCompatible = ({ loader, contract }: Dependencies, id: string): void => {
  const manifest = loader.remotes.find((remote) => remote.id === id)?.manifest;
  const incompatibility = manifest && incompatibilityOf(manifest, contract);
  if (incompatibility !== undefined) throw new IncompatibleRemoteError(incompatibility);
};

const loadComponent = async (dependencies: Dependencies, { path, remoteId }: Screen): Promise<ComponentType> => {
  assertCompatible(dependencies, remoteId);
  const remote = await dependencies.loader.load(remoteId);
  const route = remote.routes.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`${remoteId} has no ${path}.`);
  return route.load();
};

/** Starts a load, and reports a failure to the page server. */
const reported = <Result>(loader: RemoteLoader, remoteId: string, load: () => Promise<Result>, what: string): Promise<Result> => {
  const tell = loader.reporter(remoteId);
  const work = load();
  within(work, reportPatienceMs, what).catch((error: unknown) => {
    if (!(error instanceof ShellPartError)) tell(error instanceof IncompatibleRemoteError ? 'incompatible' : 'failed');
  });
  return work;
};

const createSlotResolver =
  (dependencies: Dependencies): SlotResolver =>
  (name) => {
    const { loader } = dependencies;
    const remote = loader.remotes.find(({ manifest }) => manifest.slots.includes(name));
    if (!remote) return undefined;
    const load = async (): Promise<ComponentType<SlotProps[typeof name]>> => {
      assertCompatible(dependencies, remote.id);
      const loadSlot = (await loader.load(remote.id)).slots[name];
      if (!loadSlot) throw new Error(`${remote.id} does not offer ${name}.`);
      return loadSlot() as Promise<ComponentType<SlotProps[typeof name]>>;
    };
    // After this time the slot renders its fallback.
    return within(reported(loader, remote.id, load, name), screenPatienceMs, name);
  };

/** The pages of all remotes. More specific paths come first. */
const screensOf = ({ remotes }: RemoteLoader): Screen[] =>
  remotes
    .flatMap(({ id, manifest: { routes, services } }) => routes.map((route) => ({ ...route, remoteId: id, ...(services && { services }) })))
    .sort(byParameters);

export const createScreens = (loader: RemoteLoader, contract: ShellContract): Screens => {
  const dependencies = { loader, contract };
  const all = screensOf(loader);
  const components = new Map<string, ComponentType>();
  const running = new Map<string, { work: Promise<ComponentType>; since: number }>();

  const start = (screen: Screen): { work: Promise<ComponentType>; since: number } => {
    const { path, remoteId } = screen;
    const load = async (): Promise<ComponentType> => {
      const component = await loadComponent(dependencies, screen);
      components.set(path, component);
      return component;
    };
    const work = reported(loader, remoteId, () => within(load(), screenTimeoutMs, path), path);
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
        // Makes every running load start another attempt under a new address (`packages/web/build/src/runtime/withRetries.js`).
        dispatchEvent(new Event('lectern:retry'));
        if (await loader.renew(screen.remoteId)) running.delete(screen.path);
      }
      const { work, since } = running.get(screen.path) ?? start(screen);
      return within(work, screenPatienceMs - (isAgain ? 0 : performance.now() - since), screen.path);
    },
    late: ({ path }) => running.get(path)?.work,
    at: (pathname) => all.find(({ path }) => matchPath(path, pathname) !== null),
    slot: createSlotResolver(dependencies),
  };
};
