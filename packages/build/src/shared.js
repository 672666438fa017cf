import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the shell owns and every remote borrows (`shell/src/remotes/lend.ts` lends it). The ranges are what a remote asks for; the shell's
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

/** What of it comes with its first use, too late for what runs as soon as a remote's entry does (`atFirstUse` in `lend.ts`). */
export const lentLater = ['@lectern/contracts/schema', '@lectern/ui/primitives'];

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

/** Settings of ModuleFederationPlugin's `shared` for a remote: everything is borrowed, and no fallback copy is built. */
export const borrowedByRemote = () =>
  Object.fromEntries(
    Object.entries(shared).map(([name, requiredVersion]) => [
      name,
      { singleton: true, import: /** @type {const} */ (false), requiredVersion },
    ]),
  );

/** What remotes of contract 1 borrowed under this name comes from the facade since. */
const lentToOlder = { '@tanstack/react-query': '^5.0.0' };

/**
 * What the shell lends, with the version that it says it lends: the installed one where a package comes from a registry. Ours are known by
 * the contract's number.
 *
 * @param {string} folder The shell's.
 * @returns {Record<string, string>}
 * @throws Error when one is not installed.
 */
export const lentVersions = (folder) => {
  // Not every package lets its package.json be imported.
  const versionOf = (/** @type {string} */ name) => {
    const owner = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
    return String(JSON.parse(readFileSync(join(folder, 'node_modules', owner, 'package.json'), 'utf8')).version);
  };
  return Object.fromEntries(
    Object.entries({ ...shared, ...lentToOlder }).map(([name, range]) => [name, range === false ? '0.0.0' : versionOf(name)]),
  );
};
