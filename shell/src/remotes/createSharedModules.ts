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

/** In the first scripts: nothing is drawn without it. */
const atOnce: Record<string, object> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  jotai,
  // Not tree-shaken either, so only what may be imported of it (`tools/boundaries/boundaries.ts`).
  'styled-components': { createGlobalStyle, css, keyframes, styled },
  '@lectern/platform': platform,
  '@lectern/platform/query': query,
  '@lectern/platform/router': router,
  '@tanstack/react-query': query,
};

/** What a visitor of the landing page never needs. */
const atFirstUse: Record<string, () => Promise<object>> = {
  '@lectern/contracts/schema': () => import('@lectern/contracts/schema'),
  // Radix is 28 kB.
  '@lectern/ui/primitives': () => import('@lectern/ui/primitives'),
};

/**
 * The one copy of each thing that remotes consume, in the form of the federation runtime.
 *
 * @param versions By name, as the build writes them (`packages/build/src/shared.js`).
 * @throws Error when the shell has none of it.
 */
export const createSharedModules = (versions: Record<string, string>): Shared =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => {
      const [module, load] = [atOnce[name], atFirstUse[name]];
      const shareConfig = { singleton: true, requiredVersion: false } as const;
      if (module) return [name, { version, shareConfig, lib: () => module }];
      if (load) return [name, { version, shareConfig, get: () => load().then((loaded) => () => loaded) }];
      throw new Error(`The shell does not share ${name}.`);
    }),
  );
