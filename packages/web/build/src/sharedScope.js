import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedModuleList } from '@lectern/contracts/shared-modules';

/** The shared modules that load at their first use: too late for code that runs as soon as a remote's entry does. */
export const sharedAtFirstUse = sharedModuleList.filter(({ loads }) => loads === 'at-first-use').map(({ name }) => name);

/** The npm package of a module: `react` for `react/jsx-runtime`. */
const packageOf = (/** @type {string} */ name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

const isOurs = (/** @type {string} */ name) => name.startsWith('@lectern/');

/** npm packages and scopes of which the page may have one copy only. A remote's build that bundles one of them fails. */
export const singleCopyPackages = [
  ...new Set(sharedModuleList.flatMap(({ name, packages = [] }) => [...(isOurs(name) ? [] : [packageOf(name)]), ...packages])),
];

/** Our own packages that are shared as a whole, so a remote may bundle no part of them. */
export const singleCopyFolders = sharedModuleList
  .map(({ name }) => name)
  .filter((name) => isOurs(name) && packageOf(name) === name)
  .map((name) => name.replace('@lectern/', ''));

/** Settings of ModuleFederationPlugin's `shared` for a remote: every shared module is consumed, and no fallback copy is built. */
export const sharedByRemote = () =>
  Object.fromEntries(
    sharedModuleList.map(({ name, range }) => [name, { singleton: true, import: /** @type {const} */ (false), requiredVersion: range }]),
  );

/**
 * The shared modules that the shell provides, with their versions: the installed version of an npm package, 0.0.0 for our own modules,
 * which are compared by the contract's number and their exported names.
 *
 * @param {string} folder The shell's.
 * @returns {Record<string, string>}
 * @throws Error when one is not installed.
 */
export const sharedVersions = (folder) => {
  // Not every package lets its package.json be imported.
  const installedVersion = (/** @type {string} */ name) =>
    String(JSON.parse(readFileSync(join(folder, 'node_modules', packageOf(name), 'package.json'), 'utf8')).version);
  return Object.fromEntries([
    ...sharedModuleList.map(({ name, range }) => [name, range === false ? '0.0.0' : installedVersion(name)]),
    ...sharedModuleList.flatMap(({ formerNames = {} }) => Object.keys(formerNames).map((name) => [name, installedVersion(name)])),
  ]);
};

/**
 * The names that the shell provides, with each module under its former names, too.
 *
 * @param {Record<string, string[]>} provided By module, as found in the shell's build.
 * @returns {Record<string, string[]>}
 * @throws Error when the shell provides other modules than the manifest has.
 */
export const withFormerNames = (provided) => {
  const missing = sharedModuleList.filter(({ name }) => !(name in provided)).map(({ name }) => name);
  const unknown = Object.keys(provided).filter((name) => !sharedModuleList.some((each) => each.name === name));
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(
      `The shell has to provide what packages/contracts/src/sharedModules.ts lists. Missing: ${missing.join(', ') || 'none'}; not listed: ${unknown.join(', ') || 'none'}.`,
    );
  const former = sharedModuleList.flatMap(({ name, formerNames = {} }) =>
    Object.keys(formerNames).map((each) => /** @type {const} */ ([each, provided[name] ?? []])),
  );
  return { ...provided, ...Object.fromEntries(former) };
};
