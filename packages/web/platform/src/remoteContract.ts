import { isRecord, type ServiceNeeds } from '@lectern/contracts';
import type { ComponentType } from 'react';
import type { SlotName, SlotProps } from './slots';

export { incompatibilityOf, type ShellContract } from '@lectern/contracts';

/** Who may see a page. Other visitors are redirected to /dashboard or /login. */
export type Access = 'signed-in' | 'signed-out';

/** A page in the manifest, `src/manifest.json`. The shell reads it before it loads any code of the remote. */
export interface RouteManifest {
  path: string;
  access: Access;
  /** The file is `src/<screen>.screen.tsx`. The build uses it to find the chunks to preload. */
  screen: string;
  /** Keeps the page mounted after it has signed the visitor in itself (the verification page shows its result for 2 s). */
  staysAfterSignIn?: boolean;
  /** A signed-out page that signed-in learners see as well. */
  isPublic?: boolean;
  /** The page starts in focus mode. See `useFocusMode`. */
  isFocused?: boolean;
}

/** An entry of the sidebar. `order` sorts the entries of all remotes. */
export interface NavigationManifest {
  label: string;
  path: string;
  icon: string;
  order: number;
  /** Additional path prefixes of the entry: '/flashcards' belongs to Quizzes. */
  also?: readonly string[];
}

/** Describes a remote to the shell before its code is loaded. */
export interface RemoteManifest {
  id: string;
  contract: number;
  routes: readonly RouteManifest[];
  navigation: readonly NavigationManifest[];
  slots: readonly string[];
  /** Capabilities of the shell that the remote's pages require. */
  needs?: readonly string[];
  /** Minimum API versions of the services that its pages call: `{ "study": "1.0" }`. See `missingCapabilities`. */
  services?: ServiceNeeds;
}

/** A page of a remote: its path, its access, and how its code is loaded. */
export interface RemoteRoute {
  path: string;
  access: Access;
  load: () => Promise<ComponentType>;
}

/** The slots that a remote fills, by name. Each is loaded separately. */
export type RemoteSlots = { readonly [Name in SlotName]?: () => Promise<ComponentType<SlotProps[Name]>> };

export interface RemoteDefinition {
  id: string;
  /** The version of the contract that the remote was written for. A literal in its source. */
  contract: number;
  routes: readonly RemoteRoute[];
  slots?: RemoteSlots;
}

const brand = 'lectern/remote';

/** A validated remote. Only `createRemote` creates one. */
export interface Remote extends Required<RemoteDefinition> {
  readonly $$type: typeof brand;
}

/**
 * Creates the object that a remote exports from `src/remote.ts`.
 *
 * @example
 * export const remote = createRemote({
 *   id: 'mf-library',
 *   contract: 2,
 *   routes: [
 *     { path: '/folders/:id', access: 'signed-in', load: () => import('./folder.screen').then(({ FolderScreen }) => FolderScreen) },
 *   ],
 * });
 */
export const createRemote = (definition: RemoteDefinition): Remote => {
  const paths = new Set<string>();
  for (const { path } of definition.routes) {
    if (!path.startsWith('/')) throw new Error(`${definition.id}: the route "${path}" must begin with a slash.`);
    if (paths.has(path)) throw new Error(`${definition.id}: the route "${path}" stands twice.`);
    paths.add(path);
  }
  return Object.freeze({ ...definition, slots: definition.slots ?? {}, $$type: brand });
};

/**
 * Validates the object that a remote exports before the shell uses it.
 *
 * @throws Error with the reason, for the log
 */
export const assertRemote = (value: unknown, manifest: RemoteManifest): Remote => {
  const id = manifest.id;
  if (!isRecord(value) || value['$$type'] !== brand) throw new Error(`${id} does not expose a remote made by createRemote.`);
  const remote = value as unknown as Remote;
  if (remote.id !== id) throw new Error(`${id} answers as ${remote.id}.`);
  if (remote.contract !== manifest.contract) {
    throw new Error(`${id} speaks contract ${String(remote.contract)}, its manifest ${String(manifest.contract)}.`);
  }
  const offered = new Set(remote.routes.map((route) => route.path));
  const missing = manifest.routes.filter((route) => !offered.has(route.path)).map((route) => route.path);
  if (missing.length > 0) throw new Error(`${id} does not offer ${missing.join(', ')}, which its manifest names.`);
  return remote;
};
