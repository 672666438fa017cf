import { join } from 'node:path';
import webpack from 'webpack';

const name = 'LeanRuntimePlugin';

/** Modules of the federation runtime that never run here, or of which little is used, and what stands in for each. */
const everywhere = {
  '@module-federation/error-codes': { 'desc.mjs': 'noDescriptions.js' },
  '@module-federation/sdk': { 'logger.js': 'shortLogger.js' },
};
const standIns = {
  ...everywhere,
  '@module-federation/runtime-core': {
    'plugins/snapshot/SnapshotHandler.js': 'noSnapshots.js',
    'utils/preload.js': 'noPreloads.js',
    'utils/semver/index.js': 'shortRanges.js',
  },
  '@module-federation/sdk': { ...everywhere['@module-federation/sdk'], 'dom.js': 'noScripts.js' },
};

/**
 * Leaves out of a build what the federation runtime carries for other ways of using it: every page would load it. A module that is no
 * longer where a release of the runtime had it fails the build.
 */
export class LeanRuntimePlugin {
  /** @param {{ isHost: boolean }} options The shell has the runtime; a remote consumes it and has little of its own. */
  constructor({ isHost }) {
    this.standIns = Object.entries(isHost ? standIns : everywhere).flatMap(([owner, files]) =>
      Object.entries(files).map(([file, standIn]) => ({
        ending: `/node_modules/${owner}/dist/${file}`,
        standIn: join(import.meta.dirname, 'runtime', standIn),
      })),
    );
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    /** @type {Set<string>} */
    const replaced = new Set();
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      factory.hooks.afterResolve.tap(name, ({ createData }) => {
        const file = createData.resource?.replaceAll('\\', '/');
        const found = file && this.standIns.find(({ ending }) => file.endsWith(ending));
        if (!found) return;
        replaced.add(found.ending);
        createData.resource = found.standIn;
      });
    });
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterSeal.tap(name, () => {
        for (const { ending } of this.standIns)
          if (!replaced.has(ending)) compilation.errors.push(new webpack.WebpackError(`${name}: the federation runtime has no ${ending}.`));
      });
    });
  }
}
