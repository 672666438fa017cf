import { isRecord, type ServiceNeeds } from '@lectern/contracts';
import type { ComponentType } from 'react';
import type { SlotName, SlotProps } from './slots';

export { incompatibilityOf, type ShellContract } from '@lectern/contracts';

/** Who may see a page. A page of the other kind sends the visitor to /dashboard or /login. */
export type Access = 'signed-in' | 'signed-out';

/** What a remote says about a page before any of its code is loaded; stands in `src/manifest.json`. */
export interface RouteManifest {
  path: string;
  access: Access;
  /** The file `src/<screen>.screen.tsx`, by which the build finds what to preload. */
  screen: string;
  /** Keeps the page mounted when its own work signs the visitor in (the verification page shows its result for 2 s). */
  staysAfterSignIn?: boolean;
}

/** An entry of the sidebar. `order` sorts the entries of all remotes. */
export interface NavigationManifest {
  label: string;
  path: string;
  icon: string;
  order: number;
  /** Further beginnings of addresses that belong to the entry: '/flashcards' to Quizzes. */
  also?: readonly string[];
}

/** Everything the shell knows about a remote before it loads. */
export interface RemoteManifest {
  id: string;
  contract: number;
  routes: readonly RouteManifest[];
  navigation: readonly NavigationManifest[];
  slots: readonly string[];
  /** Capabilities of the shell without which its pages do not work. */
  needs?: readonly string[];
  /** Least API versions of the services that its pages call: `{ "study": "1.0" }`. See `missingCapabilities`. */
  services?: ServiceNeeds;
}

/** A page of a remote: where it stands, who sees it, how its code is fetched. */
export interface RemoteRoute {
  path: string;
  access: Access;
  load: () => Promise<ComponentType>;
}

/** What a remote offers others by name, each behind its own load. */
export type RemoteSlots = { readonly [Name in SlotName]?: () => Promise<ComponentType<SlotProps[Name]>> };

export interface RemoteDefinition {
  id: string;
  /** The contract the remote was written for, a literal in its source. */
  contract: number;
  routes: readonly RemoteRoute[];
  slots?: RemoteSlots;
}

const brand = 'lectern/remote';

/** A checked remote. Only `createRemote` makes one. */
export interface Remote extends Required<RemoteDefinition> {
  readonly $$type: typeof brand;
}

/** Makes the one object that a remote exposes. */
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
 * Checks what came over the network before the shell uses it.
 *
 * @throws Error that says what is wrong with it, for the log.
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
