import type { FormerSharedModuleName, SharedModuleThatLoads, SharedNameOf } from '@lectern/contracts/shared-modules';
import * as platform from '@lectern/platform';
import * as query from '@lectern/platform/query';
import * as router from '@lectern/platform/router';
import type { createInstance } from '@module-federation/runtime';
import * as jotai from 'jotai';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { createGlobalStyle, css, keyframes, styled } from 'styled-components';

type Shared = NonNullable<Parameters<typeof createInstance>[0]['shared']>;

/** Available before the first remote loads. A module that is in the manifest but not here is a type error. */
const atStart: Record<SharedModuleThatLoads<'at-start'> | FormerSharedModuleName, object> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  jotai,
  // A shared module is not tree-shaken, so it has only the exports that may be imported (`tools/boundaries/boundaries.ts`).
  'styled-components': { createGlobalStyle, css, keyframes, styled } satisfies Record<SharedNameOf<'styled-components'>, unknown>,
  '@lectern/platform': platform,
  '@lectern/platform/query': query,
  '@lectern/platform/router': router,
  '@tanstack/react-query': query,
};

/** Loaded on demand. Each import must be a literal, so that webpack creates a chunk for it. */
const atFirstUse: Record<SharedModuleThatLoads<'at-first-use'>, () => Promise<object>> = {
  '@lectern/contracts/schema': () => import('@lectern/contracts/schema'),
  '@lectern/ui/primitives': () => import('@lectern/ui/primitives'),
};

/**
 * Builds the shared modules that the shell provides, in the federation runtime's format.
 *
 * @param versions by name, as the build writes them (`packages/web/build/src/sharedScope.js`)
 * @throws Error if the shell does not provide one of them
 */
export const createSharedModules = (versions: Record<string, string>): Shared => {
  const modules: Readonly<Record<string, object>> = atStart;
  const loaders: Readonly<Record<string, () => Promise<object>>> = atFirstUse;
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => {
      const [module, load] = [modules[name], loaders[name]];
      const shareConfig = { singleton: true, requiredVersion: false } as const;
      if (module) return [name, { version, shareConfig, lib: () => module }];
      if (load) return [name, { version, shareConfig, get: () => load().then((loaded) => () => loaded) }];
      throw new Error(`The shell does not share ${name}.`);
    }),
  );
};
