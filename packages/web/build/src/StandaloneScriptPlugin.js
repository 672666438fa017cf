import { readFile } from 'node:fs/promises';
import webpack from 'webpack';

const { Compilation, sources } = webpack;
const name = 'StandaloneScriptPlugin';

/** Adds a minified, unbundled script to the build: one that has to run before the build's own runtime. */
export class StandaloneScriptPlugin {
  /** @param {{ source: string, file: string }} options The path of the source, and the script's name in the build. */
  constructor({ source, file }) {
    this.source = source;
    this.file = file;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { source, file } = this;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        compilation.fileDependencies.add(source);
        compilation.emitAsset(file, new sources.RawSource(await readFile(source, 'utf8')));
      });
    });
  }
}
