import { createHash } from 'node:crypto';
import webpack from 'webpack';

const { Compilation, RuntimeGlobals, RuntimeModule, Template, sources } = webpack;
const name = 'ChunkRuntimePlugin';

/** The `integrity` attribute's value for a file's bytes. */
export const integrityOf = (content, algorithm = 'sha384') => `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
/** The same for a chunk. Every remote's entry has a hash for each chunk, and hashes do not compress: this is the shortest that browsers accept. */
export const chunkIntegrityOf = (content) => integrityOf(content, 'sha256');
/** Has the length of a real value, so that source maps keep their columns. */
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
    const table = this.integrity
      ? Object.fromEntries([...this.chunk.getAllAsyncChunks()].filter(hasFile).map((chunk) => [chunk.id, placeholder(chunk)]))
      : {};
    return Template.asString([
      // Browsers hide the attribute from scripts, but not the property.
      '__webpack_require__.nc = document.querySelector("meta[property=csp-nonce]")?.nonce;',
      `__webpack_require__.integrityOf = ${JSON.stringify(table)};`,
      'const load = __webpack_require__.l, failures = {};',
      'let busy = 0;',
      // A request that hangs or fails may be answered from a cache when it is repeated, so each try has its own address. A second try
      // starts beside a slow first one: the one that arrives first registers the chunk.
      'if (load) __webpack_require__.l = (url, done, key, chunkId, priority) => {',
      Template.indent([
        'let finished = false, running = 0, tries = 0, timer;',
        'const finish = (event) => {',
        Template.indent(['finished = true;', 'clearTimeout(timer);', 'removeEventListener("lectern:retry", again);', 'done(event);']),
        '};',
        // A browser opens six connections to an origin. Automatic retries leave two of them free.
        'const beside = () => { if (busy < 4) attempt(); else timer = setTimeout(beside, 1500); };',
        'const attempt = () => {',
        Template.indent([
          'clearTimeout(timer);',
          'if (finished || tries > 2) return;',
          'tries++; running++; busy++;',
          'const count = failures[url] || 0;',
          'failures[url] = count + 1;',
          'timer = setTimeout(beside, 1500 * 3 ** (tries - 1));',
          'load(count ? url + "?retry=" + count : url, (event) => {',
          Template.indent([
            'running--; busy--;',
            'if (finished) return;',
            'if (event && event.type === "load") { delete failures[url]; finish(event); }',
            'else if (tries < 3) { clearTimeout(timer); timer = setTimeout(attempt, 250 * tries); }',
            'else if (!running) finish(event);',
          ]),
          '}, count ? key + ":" + count : key, chunkId, priority);',
        ]),
        '};',
        // The visitor pressed "Try again" and does not wait for the tries under way.
        'const again = () => { tries = Math.min(tries, 2); attempt(); };',
        'addEventListener("lectern:retry", again);',
        'attempt();',
      ]),
      '};',
    ]);
  }
}

/**
 * Extends the runtime that loads a build's chunks: the page's nonce and an `integrity` value on every script, and retries under another
 * address. A build with a style sheet fails, because its link would have no integrity value.
 *
 * Entries of remotes are retried by `shell/src/remotes/loadScript.ts`, not by this code. A runtime cannot import a module, and a remote
 * that took the shell's code would load its own chunks differently under another version of the shell. Entries also need what chunks do
 * not: a fallback address, an end when a newer release is found, and a time limit.
 */
export class ChunkRuntimePlugin {
  /** @param {{ integrity?: boolean }} options Without integrity where chunks change while the page is open. */
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

      // The browser's integrity policy covers scripts only, and this plug-in sets no value on the links of style sheets.
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const sheet = this.integrity && compilation.getAssets().find((asset) => asset.name.endsWith('.css'));
        if (!sheet) return;
        const message = `${compiler.options.output.uniqueName} has the style sheet ${sheet.name}, which pages would load without an integrity value: write styles with styled-components.`;
        compilation.errors.push(new webpack.WebpackError(message));
      });

      // After minimising, before anything reads the final content.
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
