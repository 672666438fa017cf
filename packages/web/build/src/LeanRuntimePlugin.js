import { join } from 'node:path';
import webpack from 'webpack';

const name = 'LeanRuntimePlugin';

/** Modules of the federation runtime that take more than 1 kB (gzip) of the shell's first scripts, of which it uses nothing or little. */
const replacements = Object.entries({
  'plugins/snapshot/SnapshotHandler.js': 'noSnapshots.js',
  'utils/preload.js': 'noPreload.js',
  'utils/semver/index.js': 'shortRanges.js',
}).map(([file, replacement]) => ({
  ending: `/node_modules/@module-federation/runtime-core/dist/${file}`,
  replacement: join(import.meta.dirname, 'runtime', replacement),
}));

/**
 * Leaves out of the shell's build what the federation runtime carries for other ways of using it, because every page would load it. Fails
 * the build when a release of the runtime has moved such a module.
 */
export class LeanRuntimePlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    /** @type {Set<string>} */
    const replaced = new Set();
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      factory.hooks.afterResolve.tap(name, ({ createData }) => {
        const file = createData.resource?.replaceAll('\\', '/');
        const found = file && replacements.find(({ ending }) => file.endsWith(ending));
        if (!found) return;
        replaced.add(found.ending);
        createData.resource = found.replacement;
      });
    });
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterSeal.tap(name, () => {
        for (const { ending } of replacements)
          if (!replaced.has(ending)) compilation.errors.push(new webpack.WebpackError(`${name}: the federation runtime has no ${ending}.`));
      });
    });
  }
}
