import { everyName } from '@lectern/contracts/consumer';

/**
 * Returns the names that code uses of an imported module. `isWhole`: the module is used as a value, for example an `import * as`.
 *
 * @param {import('webpack').ModuleGraph} moduleGraph
 * @param {import('webpack').ModuleGraphConnection} connection
 */
const takenBy = (moduleGraph, connection) => {
  const { dependency } = connection;
  const taken =
    !dependency || connection.getActiveState(undefined) === false ? [] : dependency.getReferencedExports(moduleGraph, undefined);
  const names = taken.map((each) => (Array.isArray(each) ? each : each.name)[0]);
  return { names: names.filter((each) => each !== undefined), isWhole: names.includes(undefined) };
};

/**
 * @param {Map<string, Set<string>>} names
 * @returns {Record<string, string[]>}
 */
const listed = (names) => Object.fromEntries([...names.keys()].sort().map((owner) => [owner, [...(names.get(owner) ?? [])].sort()]));

const add = (/** @type {Map<string, Set<string>>} */ names, /** @type {string} */ owner, /** @type {Iterable<string>} */ more) => {
  names.set(owner, new Set([...(names.get(owner) ?? []), ...more]));
};

/**
 * Returns the name of the shared module that a module of a remote's build represents; `undefined` for every other module.
 *
 * @param {import('webpack').Module} module
 */
export const shareKeyOf = (module) =>
  module.type === 'consume-shared-module'
    ? /** @type {{ options: { shareKey: string } }} */ (/** @type {unknown} */ (module)).options.shareKey
    : undefined;

/**
 * Returns the names that a remote's build consumes of each shared module. Call it in `afterOptimizeModules`: webpack then knows the used exports, and
 * has not yet concatenated modules.
 *
 * @param {import('webpack').Compilation} compilation
 */
export const consumedNames = ({ modules, moduleGraph, chunkGraph }) => {
  const names = new Map();
  for (const module of modules) {
    const shareKey = shareKeyOf(module);
    if (shareKey === undefined || chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      // A module that is in no script, such as an unused part of the design system, does not count.
      const { originModule } = connection;
      const isIn = originModule !== null && chunkGraph.getNumberOfModuleChunks(originModule) > 0;
      if (isIn) add(names, shareKey, takenBy(moduleGraph, connection).names);
    }
  }
  return listed(names);
};

/**
 * Returns the names that the shell's build provides of each shared module. Call it in `afterOptimizeModules`, too.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {string} providerFile The file that imports all shared modules.
 */
export const providedNames = ({ modules, moduleGraph }, providerFile) => {
  const names = new Map();
  for (const module of modules) {
    if (/** @type {{ resource?: string }} */ (module).resource !== providerFile) continue;
    for (const connection of moduleGraph.getOutgoingConnections(module)) {
      const { request } = /** @type {{ request?: string }} */ (connection.dependency ?? {});
      const { names: taken, isWhole } = takenBy(moduleGraph, connection);
      if (request === undefined || (!isWhole && taken.length === 0)) continue;
      // Only an ES module has a reliable list of names.
      const isCertain = connection.module.buildMeta?.exportsType === 'namespace';
      const provided = isWhole && isCertain ? moduleGraph.getProvidedExports(connection.module) : [];
      add(names, request, isWhole && !(isCertain && Array.isArray(provided)) ? [everyName] : [...taken, ...(provided ?? [])]);
    }
  }
  return listed(names);
};
