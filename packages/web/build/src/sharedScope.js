import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedModuleList } from '@lectern/contracts/shared-modules';

/** The shared modules that load at first use: too late for code that runs together with a remote's entry. */
export const sharedAtFirstUse = sharedModuleList.filter(({ loads }) => loads === 'at-first-use').map(({ name }) => name);

/** Returns the npm package of a module: `react` for `react/jsx-runtime`. */
const packageOf = (/** @type {string} */ name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

const isOurs = (/** @type {string} */ name) => name.startsWith('@lectern/');

/** The npm packages and scopes that a page may contain only once. A remote's build that bundles one of them fails. */
export const singleCopyPackages = [
  ...new Set(sharedModuleList.flatMap(({ name, packages = [] }) => [...(isOurs(name) ? [] : [packageOf(name)]), ...packages])),
];

/** The packages of this repository that are shared as a whole, so that a remote must not bundle any part of them. */
export const singleCopyFolders = sharedModuleList
  .map(({ name }) => name)
  .filter((name) => isOurs(name) && packageOf(name) === name)
  .map((name) => name.replace('@lectern/', ''));

/** Returns ModuleFederationPlugin's `shared` settings for a remote: every shared module is consumed, and no fallback copy is built. */
export const sharedByRemote = () =>
  Object.fromEntries(
    sharedModuleList.map(({ name, range }) => [name, { singleton: true, import: /** @type {const} */ (false), requiredVersion: range }]),
  );

/**
 * Returns the shared modules that the shell provides, with their versions: the installed version of an npm package, 0.0.0 for modules of this
 * repository, which are compared by the contract's version and their exported names.
 *
 * @param {string} folder The shell's folder.
 * @returns {Record<string, string>}
 * @throws Error if one is not installed.
 */
export const sharedVersions = (folder) => {
  // Not every package allows the import of its package.json.
  const installedVersion = (/** @type {string} */ name) =>
    String(JSON.parse(readFileSync(join(folder, 'node_modules', packageOf(name), 'package.json'), 'utf8')).version);
  return Object.fromEntries([
    ...sharedModuleList.map(({ name, range }) => [name, range === false ? '0.0.0' : installedVersion(name)]),
    ...sharedModuleList.flatMap(({ formerNames = {} }) => Object.keys(formerNames).map((name) => [name, installedVersion(name)])),
  ]);
};

/**
 * Returns the names that the shell provides, including each module's former names.
 *
 * @param {Record<string, string[]>} provided By module, as found in the shell's build.
 * @returns {Record<string, string[]>}
 * @throws Error if the shell's modules differ from the manifest.
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
