import { singleCopyFolders, singleCopyPackages } from './sharedScope.js';

const name = 'SingleCopyPlugin';
const installed = new RegExp(`[\\\\/]node_modules[\\\\/](${singleCopyPackages.join('|')})[\\\\/]`, 'i');
const own = new RegExp(`[\\\\/]packages[\\\\/]web[\\\\/](${singleCopyFolders.join('|')})[\\\\/]src[\\\\/]`);

/** Returns the package of a module if the page may contain only one copy of it. */
export const singleCopyOf = (/** @type {string} */ resource) => {
  const folder = own.exec(resource)?.[1];
  if (folder !== undefined) return `@lectern/${folder}`;
  const parts = resource.split(/[\\/]node_modules[\\/]/);
  return installed.exec(`/node_modules/${parts.at(-1)}${parts.length > 1 ? '' : '!'}`.replace(/\\/g, '/'))?.[1];
};

/**
 * Returns the modules of a concatenated module, which has no file of its own; for any other module the module itself.
 *
 * @param {import('webpack').Module} module
 * @returns {(import('webpack').Module & { resource?: string })[]}
 */
export const partsOf = (module) => /** @type {{ modules?: import('webpack').Module[] }} */ (module).modules ?? [module];

/**
 * Fails a remote's build that bundles a second copy of a module that the shell owns. Two copies of React break hooks, two stores break the
 * session, and tests of a single remote do not detect it.
 */
export class SingleCopyPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.afterOptimizeChunkModules.tap(name, () => {
        const culprits = new Map();
        const inChunks = [...compilation.modules].filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0);
        for (const module of inChunks.flatMap(partsOf)) {
          const { resource } = module;
          if (resource === undefined) continue;
          const owner = singleCopyOf(resource);
          if (owner === undefined || culprits.has(owner)) continue;
          const issuer = /** @type {{ resource?: string } | null} */ (compilation.moduleGraph.getIssuer(module))?.resource;
          culprits.set(
            owner,
            issuer === undefined ? '' : ` (imported by ${compiler.context ? issuer.replace(compiler.context, '.') : issuer})`,
          );
        }
        for (const [owner, asker] of culprits) {
          compilation.errors.push(
            new compiler.webpack.WebpackError(
              `${compiler.options.output.uniqueName} bundles its own copy of ${owner}${asker}. The shell owns the only one: import what packages/contracts/src/sharedModules.ts lists.`,
            ),
          );
        }
      });
    });
  }
}
