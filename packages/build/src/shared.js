import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The shared modules: the shell provides them (`shell/src/remotes/createSharedModules.ts`), every remote consumes them. The ranges are what a remote asks for; the shell's
 * installed version answers.
 */
export const shared = {
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  jotai: '^3.0.0',
  'styled-components': '^6.0.0',
  '@lectern/contracts/schema': false,
  '@lectern/platform': false,
  '@lectern/platform/query': false,
  '@lectern/platform/router': false,
  '@lectern/ui/primitives': false,
};

/** What of it comes with its first use, too late for what runs as soon as a remote's entry does (`atFirstUse` in `createSharedModules.ts`). */
export const lazilyShared = ['@lectern/contracts/schema', '@lectern/ui/primitives'];

/** Folders of packages that may exist once in the page. A remote's build that holds a module below one of them fails. */
export const singleCopy = [
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'jotai',
  'styled-components',
  '@tanstack/react-query',
  '@tanstack/query-core',
  'react-hot-toast',
  'axios',
  'radix-ui',
  '@radix-ui',
  'zod',
];

/** Settings of ModuleFederationPlugin's `shared` for a remote: every shared module is consumed, and no fallback copy is built. */
export const sharedByRemote = () =>
  Object.fromEntries(
    Object.entries(shared).map(([name, requiredVersion]) => [
      name,
      { singleton: true, import: /** @type {const} */ (false), requiredVersion },
    ]),
  );

/** Remotes of contract 1 consume this name; it is the facade since contract 2. */
const sharedWithOlder = { '@tanstack/react-query': '^5.0.0' };

/**
 * What the shell providesShared, with the version that it says it providesShared: the installed one where a package comes from a registry. Ours are known by
 * the contract's number.
 *
 * @param {string} folder The shell's.
 * @returns {Record<string, string>}
 * @throws Error when one is not installed.
 */
export const sharedVersions = (folder) => {
  // Not every package lets its package.json be imported.
  const versionOf = (/** @type {string} */ name) => {
    const owner = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
    return String(JSON.parse(readFileSync(join(folder, 'node_modules', owner, 'package.json'), 'utf8')).version);
  };
  return Object.fromEntries(
    Object.entries({ ...shared, ...sharedWithOlder }).map(([name, range]) => [name, range === false ? '0.0.0' : versionOf(name)]),
  );
};
