import webpack from 'webpack';
import { lentLater } from './shared.js';

const name = 'IncludePlugin';

/**
 * Puts the exposed module into the entry's own file, where it runs when it is asked for, as it would from a file of its own: one script
 * less before a screen's. What it imports has to be there by then, so a build fails in which it takes what the shell lends later.
 */
export class IncludePlugin {
  /** @param {{ entry: string, request: string }} options The container's name, and the module as its settings name it. */
  constructor({ entry, request }) {
    this.entry = entry;
    this.request = request;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.make.tapPromise(
      name,
      (compilation) =>
        new Promise((resolve, reject) => {
          const dependency = webpack.EntryPlugin.createDependency(this.request, { name: this.entry });
          compilation.addInclude(compiler.context, dependency, { name: this.entry }, (error) => {
            if (error) reject(error);
            else resolve();
          });
        }),
    );
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterOptimizeModules.tap(name, (modules) => {
        for (const module of modules) {
          if (
            module.type !== 'consume-shared-module' ||
            ![...compilation.chunkGraph.getModuleChunks(module)].some(({ name: chunk }) => chunk === this.entry)
          )
            continue;
          const { shareKey } = /** @type {{ options: { shareKey: string } }} */ (/** @type {unknown} */ (module)).options;
          if (!lentLater.includes(shareKey)) continue;
          const message = `${this.request} takes ${shareKey}, which the shell lends at its first use only: import it in a screen.`;
          compilation.errors.push(new webpack.WebpackError(message));
        }
      });
    });
  }
}
