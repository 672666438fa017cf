import webpack from 'webpack';
import { shareKeyOf } from './sharedNames.js';
import { sharedAtFirstUse } from './sharedScope.js';

const name = 'ExposedInEntryPlugin';

/**
 * Puts the exposed module into the entry file, which saves a request before a screen. The module still runs on demand. Its imports must be loaded by
 * then, so the build fails if it imports a module that loads at first use.
 */
export class ExposedInEntryPlugin {
  /** @param {{ entry: string, exposed: string }} options The container's name, and the exposed module as named in the container's settings. */
  constructor({ entry, exposed }) {
    this.entry = entry;
    this.exposed = exposed;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { entry, exposed } = this;
    compiler.hooks.make.tapPromise(
      name,
      (compilation) =>
        new Promise((resolve, reject) => {
          const dependency = webpack.EntryPlugin.createDependency(exposed, { name: entry });
          compilation.addInclude(compiler.context, dependency, { name: entry }, (error) => {
            if (error) reject(error);
            else resolve();
          });
        }),
    );
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterOptimizeModules.tap(name, () => {
        const chunk = compilation.namedChunks.get(entry);
        const modules = chunk ? compilation.chunkGraph.getChunkModules(chunk) : [];
        for (const key of modules.map(shareKeyOf)) {
          if (key === undefined || !sharedAtFirstUse.includes(key)) continue;
          const message = `${exposed} takes ${key}, which the shell shares at its first use only: import it in a screen.`;
          compilation.errors.push(new webpack.WebpackError(message));
        }
      });
    });
  }
}
