/** The files of `packages/contracts` whose exports are calls: `calls.ts` and the files that it re-exports. */
const callsFile = /[\\/]packages[\\/]contracts[\\/]src[\\/]calls(?:[\\/]\w+)?\.ts(?:\?only=\w+)?$/;
const contractsFile = /[\\/]packages[\\/]contracts[\\/]src[\\/]/;
/** The file with the table of calls, and those that export it. */
const tableFile = /[\\/]packages[\\/]contracts[\\/]src[\\/](?:index|calls)\.ts$/;

const resourceOf = (/** @type {import('webpack').Module | null} */ module) =>
  /** @type {{ resource?: string } | null} */ (module)?.resource ?? '';

/**
 * Returns whether an import uses the table of calls as a value, like `calls[name]`, or the package as a whole. webpack then counts every call as
 * used.
 *
 * @param {import('webpack').ModuleGraph} moduleGraph
 * @param {import('webpack').ModuleGraphConnection} connection
 */
const usesWholeTable = (moduleGraph, connection) => {
  const { dependency } = connection;
  if (!dependency || !tableFile.test(resourceOf(connection.module)) || connection.getActiveState(undefined) === false) return false;
  const paths = dependency.getReferencedExports(moduleGraph, undefined).map((each) => (Array.isArray(each) ? each : each.name));
  return paths.some((path) => path.length === 0 || (path.length === 1 && path[0] === 'calls'));
};

/**
 * Returns the calls of the contract that a build uses, and the files for which webpack cannot determine them, as with `calls[name]`.
 * Call it in `afterOptimizeModules`: webpack then knows the used exports, and has not yet concatenated modules.
 *
 * @param {import('webpack').Compilation} compilation
 * @returns {{ calls: string[], unclear: string[] }}
 */
export const usedCalls = ({ modules, moduleGraph }) => {
  const files = [...modules].filter((module) => resourceOf(module) !== '');
  const used = files
    .filter((module) => callsFile.test(resourceOf(module)))
    .map((module) => moduleGraph.getExportsInfo(module).getUsedExports(undefined));
  const unclear = files
    .filter((module) => !contractsFile.test(resourceOf(module)))
    .filter((module) => [...moduleGraph.getOutgoingConnections(module)].some((connection) => usesWholeTable(moduleGraph, connection)))
    .map(resourceOf);
  // `true` means all exports, `null` a build without this analysis. Neither means "none".
  if (unclear.length === 0 && used.some((names) => names === true || names === null)) unclear.push('packages/contracts/src/calls.ts');
  return { calls: [...new Set(used.flatMap((names) => (names instanceof Set ? [...names] : [])))].sort(), unclear };
};
