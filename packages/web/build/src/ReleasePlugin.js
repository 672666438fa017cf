import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { chunkIntegrityOf, integrityOf } from './ChunkRuntimePlugin.js';

/** @typedef {(file: string) => { file: string, integrity: string }} FileOf */

const name = 'ReleasePlugin';
const compress = promisify(brotliCompress);
const compressible = /\.(js|css|svg|json|html|txt)$/;

/**
 * Returns the highest brotli quality, and one level lower for files as large as the PDF reader: that halves the time and adds 2 % to the size.
 *
 * @param {number} bytes
 */
const qualityFor = (bytes) => (bytes > 1_000_000 ? 10 : 11);

/**
 * Moves the build's files to `dist/<version>/` (`output` names another folder), adds a compressed copy (`.br`) of each text file, and writes
 * `dist/release.json`, which the registry and the page server read. The version is a hash of all files and of `inputs`.
 */
export class ReleasePlugin {
  /**
   * @param {{ name: string, folder: string, output?: string, inputs?: string[], describe: (compilation: import('webpack').Compilation, fileOf: FileOf, chunkOf: FileOf) => object | Promise<object> }} options
   *   `chunkOf` is for chunks, which the build's own runtime loads: a preload is used only if it has the same integrity value as the script.
   */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { folder, output = 'dist', describe, inputs = [] } = this.options;
    const dist = join(folder, output);
    let version = '';
    /** Keyed by file. webpack drops the contents once they are written. */
    const contents = new Map();

    compiler.hooks.emit.tapPromise(name, async (compilation) => {
      const hash = createHash('sha256');
      contents.clear();
      // A change of an input, which is not a file of the release, also creates another release.
      for (const input of inputs) hash.update(await readFile(input)).update('\0');
      for (const asset of [...compilation.getAssets()].sort((one, other) => (one.name < other.name ? -1 : 1))) {
        const content = asset.source.buffer();
        contents.set(asset.name, content);
        hash.update(asset.name).update('\0').update(content);
      }
      version = hash.digest('hex').slice(0, 16);
      compiler.outputPath = join(dist, version);
    });

    compiler.hooks.afterEmit.tapPromise(name, async (compilation) => {
      if (compilation.errors.length > 0) return;
      const describeFile = (/** @type {typeof integrityOf} */ hash) => (/** @type {string} */ file) => {
        const content = contents.get(file);
        if (!content) throw new Error(`${this.options.name} has no file ${file}.`);
        return { file: `${version}/${file}`, integrity: hash(content) };
      };
      await Promise.all(
        [...contents]
          .filter(([file]) => compressible.test(file))
          .map(async ([file, content]) => {
            const options = {
              params: { [constants.BROTLI_PARAM_QUALITY]: qualityFor(content.length), [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
            };
            await writeFile(join(dist, version, `${file}.br`), await compress(content, options));
          }),
      );
      // Removes earlier builds; keeps the output of other compilers.
      const others = (await readdir(dist)).filter((entry) => /^[0-9a-f]{16}$/.test(entry) && entry !== version);
      await Promise.all(others.map((entry) => rm(join(dist, entry), { recursive: true, force: true })));
      const release = {
        name: this.options.name,
        version,
        ...(await describe(compilation, describeFile(integrityOf), describeFile(chunkIntegrityOf))),
      };
      await writeFile(join(dist, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`);
    });
  }
}

/** Reads a JSON file of the frontend, such as its manifest. */
export const readJson = async (/** @type {string} */ path) => JSON.parse(await readFile(path, 'utf8'));
