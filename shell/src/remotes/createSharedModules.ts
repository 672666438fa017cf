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

/** Modules of the first scripts: the page needs them before anything is drawn. */
const atOnce: Record<string, object> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  jotai,
  // A shared module is not tree-shaken, so only the exports that may be imported (`tools/boundaries/boundaries.ts`).
  'styled-components': { createGlobalStyle, css, keyframes, styled },
  '@lectern/platform': platform,
  '@lectern/platform/query': query,
  '@lectern/platform/router': router,
  '@tanstack/react-query': query,
};

/** Modules that a visitor of the landing page does not need. */
const atFirstUse: Record<string, () => Promise<object>> = {
  '@lectern/contracts/schema': () => import('@lectern/contracts/schema'),
  // Radix is 28 kB.
  '@lectern/ui/primitives': () => import('@lectern/ui/primitives'),
};

/**
 * The shared modules that the shell provides to remotes, in the form of the federation runtime.
 *
 * @param versions by module name, as the build writes them (`packages/build/src/shared.js`)
 * @throws Error when the shell does not provide a module of this list
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
