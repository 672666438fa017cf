import { createHash } from 'node:crypto';
import webpack from 'webpack';
import { withRetries } from './runtime/withRetries.js';

const { Compilation, RuntimeGlobals, RuntimeModule, Template, sources } = webpack;
const name = 'ChunkRuntimePlugin';

/** Returns the value of the `integrity` attribute for a file's bytes. */
export const integrityOf = (content, algorithm = 'sha384') => `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
/** Returns the value for a chunk, the shortest that browsers accept: a remote's entry contains one hash per chunk, and hashes do not compress. */
export const chunkIntegrityOf = (content) => integrityOf(content, 'sha256');
/** As long as a real value, so that source maps keep their columns. */
const placeholder = (chunk) => chunkIntegrityOf(`placeholder:${chunk.id}`);
const scriptsOf = (chunk) => [...chunk.files].filter((file) => file.endsWith('.js'));

/** The part of a build's runtime that loads chunks under the page's policy and on bad networks. */
class ChunkLoadingRuntimeModule extends RuntimeModule {
  constructor(/** @type {boolean} */ integrity) {
    // STAGE_TRIGGER is before the first module; a remote's own code would set the nonce too late.
    super('lectern chunk loading', RuntimeModule.STAGE_TRIGGER);
    this.integrity = integrity;
  }

  generate() {
    // A chunk that only consumes shared modules has no file.
    const hasFile = (chunk) => this.chunkGraph.getChunkModulesIterableBySourceType(chunk, 'javascript') !== undefined;
    const chunks = this.integrity ? [...this.chunk.getAllAsyncChunks()].filter(hasFile) : [];
    const table = Object.fromEntries(chunks.map((chunk) => [chunk.id, placeholder(chunk)]));
    return Template.asString([
      // Browsers hide the attribute from scripts, but not the property.
      '__webpack_require__.nc = document.querySelector("meta[property=csp-nonce]")?.nonce;',
      `__webpack_require__.integrityOf = ${JSON.stringify(table)};`,
      `if (__webpack_require__.l) __webpack_require__.l = (${withRetries.toString()})(__webpack_require__.l);`,
    ]);
  }
}

/**
 * Extends the runtime that loads a build's chunks: the page's nonce and an `integrity` value on every script, and retries. The shell loads
 * the entries of remotes with the same loader (`shell/src/remotes/loadEntry.ts`). A build with a style sheet fails, because its link would
 * have no integrity value.
 */
export class ChunkRuntimePlugin {
  /** @param {{ integrity?: boolean }} options `integrity` is false if chunks change while the page is open. */
  constructor({ integrity = true } = {}) {
    this.integrity = integrity;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const added = new WeakSet();
      const add = (chunk) => {
        if (added.has(chunk)) return;
        added.add(chunk);
        compilation.addRuntimeModule(chunk, new ChunkLoadingRuntimeModule(this.integrity));
      };
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers).tap(name, add);
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(name, add);

      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(name, (source) =>
        Template.asString([
          source,
          'script.integrity = __webpack_require__.integrityOf[chunkId] || "";',
          // An integrity policy refuses scripts that are not fetched with CORS, even the page's own.
          'script.crossOrigin = "anonymous";',
        ]),
      );

      // The browser's integrity policy covers only scripts, and this plugin sets no value on the links of style sheets.
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const sheet = this.integrity && compilation.getAssets().find((asset) => asset.name.endsWith('.css'));
        if (!sheet) return;
        const message = `${compiler.options.output.uniqueName} has the style sheet ${sheet.name}, which pages would load without an integrity value: write styles with styled-components.`;
        compilation.errors.push(new webpack.WebpackError(message));
      });

      // After minification, before anything reads the final content.
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 }, () => {
        const values = new Map();
        for (const chunk of compilation.chunks) {
          const [file] = scriptsOf(chunk);
          if (file !== undefined && !chunk.hasRuntime()) {
            values.set(placeholder(chunk), chunkIntegrityOf(compilation.getAsset(file).source.buffer()));
          }
        }
        for (const chunk of compilation.chunks) {
          if (!chunk.hasRuntime()) continue;
          for (const file of scriptsOf(chunk)) {
            compilation.updateAsset(file, (asset) => {
              const text = asset.source().toString();
              const result = new sources.ReplaceSource(asset);
              for (const [from, to] of values) {
                const index = text.indexOf(from);
                if (index >= 0) result.replace(index, index + from.length - 1, to);
              }
              return new sources.CachedSource(result);
            });
          }
        }
      });
    });
  }
}
