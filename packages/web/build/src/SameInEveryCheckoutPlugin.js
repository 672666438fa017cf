import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import webpack from 'webpack';

const { ConstDependency } = webpack.dependencies;
const name = 'SameInEveryCheckoutPlugin';
const written = /[\\/]node_modules[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;

/** Makes imports of absolute paths relative. */
const withRelativeImports = (/** @type {string} */ source, /** @type {string} */ folder) =>
  source.replace(/ from '([^']+)';/g, (_whole, /** @type {string} */ path) => ` from '${relative(folder, path).replaceAll(sep, '/')}';`);

/**
 * A release is named by its content, so the same source must give the same files wherever the checkout is. Three things depend on its path otherwise:
 *
 * - Federation's plugin writes a module with absolute paths, and names it by a hash of them. This uses a copy with one name and relative paths.
 * - The id of the container's entry is a hash that includes the path of that module.
 * - `import.meta.url` in a package becomes the path of its file. Packages use it only in Node.
 */
export class SameInEveryCheckoutPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    this.useOwnCopy(compiler);
    this.nameContainerEntry(compiler);
    this.hideUrls(compiler);
  }

  /** @param {import('webpack').Compiler} compiler */
  useOwnCopy(compiler) {
    compiler.hooks.normalModuleFactory.tap(name, (factory) =>
      factory.hooks.beforeResolve.tap(name, (data) => {
        if (!written.test(data.request)) return;
        const place = join(compiler.context, 'node_modules', '.federation');
        mkdirSync(place, { recursive: true });
        // The real path, because imports are resolved from there if the folder is a symbolic link.
        const folder = realpathSync(place);
        const file = join(folder, 'entry.js');
        const source = withRelativeImports(readFileSync(data.request, 'utf8'), folder);
        // Written atomically, because another build may read it concurrently.
        if (!existsSync(file) || readFileSync(file, 'utf8') !== source) {
          writeFileSync(`${file}.${process.pid}`, source);
          renameSync(`${file}.${process.pid}`, file);
        }
        data.request = file;
      }),
    );
  }

  /** @param {import('webpack').Compiler} compiler */
  nameContainerEntry(compiler) {
    compiler.hooks.compilation.tap(name, (compilation) =>
      // Before webpack assigns the other ids. It skips modules that already have one.
      compilation.hooks.moduleIds.tap({ name, stage: -1 }, (modules) => {
        for (const module of modules) if (module.constructor.name === 'ContainerEntryModule') compilation.chunkGraph.setModuleId(module, 0);
      }),
    );
  }

  /** @param {import('webpack').Compiler} compiler */
  hideUrls(compiler) {
    const replace = (/** @type {import('webpack').javascript.JavascriptParser} */ parser) =>
      parser.hooks.expression.for('import.meta.url').tap({ name, stage: -1 }, (expression) => {
        const { module } = parser.state;
        if (!/[\\/]node_modules[\\/]/.test(module.resource)) return undefined;
        const dependency = new ConstDependency('"file:///package.js"', expression.range);
        dependency.loc = parser.getLocation(expression);
        module.addPresentationalDependency(dependency);
        return true;
      });
    compiler.hooks.compilation.tap(name, (_compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm']) normalModuleFactory.hooks.parser.for(type).tap(name, replace);
    });
  }
}
