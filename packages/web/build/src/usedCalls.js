/** The files of `packages/contracts` whose exports are calls: `calls.ts` and the files that it exports again. */
const callsFile = /[\\/]packages[\\/]contracts[\\/]src[\\/]calls(?:[\\/]\w+)?\.ts$/;
const contractsFile = /[\\/]packages[\\/]contracts[\\/]src[\\/]/;
/** The files that export the table of calls, or are it. */
const tableFile = /[\\/]packages[\\/]contracts[\\/]src[\\/](?:index|calls)\.ts$/;

const resourceOf = (/** @type {import('webpack').Module | null} */ module) =>
  /** @type {{ resource?: string } | null} */ (module)?.resource ?? '';

/**
 * Whether an import uses the table of calls as a value, as `calls[name]` does, or the package as a whole. webpack then counts every
 * call as used.
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
 * The calls of the contract that a build uses, and the files from which webpack cannot tell which ones they use, as with `calls[name]`.
 * Call it in `afterOptimizeModules`: webpack knows by then which exports are used, and has not yet concatenated modules.
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
  // `true` stands for all exports, `null` for a build without this analysis. Neither may be taken for "none".
  if (unclear.length === 0 && used.some((names) => names === true || names === null)) unclear.push('packages/contracts/src/calls.ts');
  return { calls: [...new Set(used.flatMap((names) => (names instanceof Set ? [...names] : [])))].sort(), unclear };
};
