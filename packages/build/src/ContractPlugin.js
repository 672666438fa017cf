import { readFileSync } from 'node:fs';
import { calls } from '@lectern/contracts';
import { consumedPaths } from '@lectern/contracts/consumer';
import webpack from 'webpack';
import { consumedNames, providedNames } from './sharedNames.js';
import { withFormerNames } from './sharedScope.js';
import { partsOf } from './SingleCopyPlugin.js';

const { Compilation, sources } = webpack;
const name = 'ContractPlugin';
/** The name of the file, beside the entry of the build that it describes. */
export const contractFile = 'consumes.json';

/**
 * The calls of the contract that a source makes: `call(calls.getQuiz, …)`.
 *
 * @param {string} source
 * @param {string} file For the error.
 * @returns {string[]}
 * @throws Error where it does something with the table from which nobody could tell which calls it makes.
 */
export const callsIn = (source, file) => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`/])\/\/.*/gm, '$1');
  const imports = code.match(/^import\s[^;]*?from\s*['"]@lectern\/contracts['"]/gm) ?? [];
  const isWhole = imports.some((each) => /\*\s*as\b/.test(each));
  if (!isWhole && !imports.some((each) => /\bcalls\b/.test(each))) return [];
  /** @type {string[]} */
  const taken = [];
  const body = code
    .replace(/^import\s[^;]*?;/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    // `const { getUser } = calls;`
    .replace(/\b(?:const|let)\s*\{([\w\s,:]*)\}\s*=\s*calls\s*;/g, (_all, names) => {
      taken.push(
        ...names
          .split(',')
          .map((/** @type {string} */ each) => each.split(':', 1)[0]?.trim())
          .filter(Boolean),
      );
      return '';
    });
  const isHidden = isWhole || imports.some((each) => /\bcalls\s+as\b/.test(each)) || /(?<![.\w])calls\b(?!\s*\.\s*[A-Za-z])/.test(body);
  if (isHidden) throw new Error(`${file}: name each call as calls.name, so that the build can tell which calls it makes.`);
  return [...taken, ...[...body.matchAll(/(?<![.\w])calls\s*\.\s*([A-Za-z]\w*)/g)].map((match) => match[1] ?? '')];
};

/**
 * Writes `consumes.json` into the build: what this frontend expects of shell and API, and what the shell providesShared. It stays beside the entry
 * for as long as the build is served, so that a change of a service or of the shell can be compared with every frontend that is out.
 */
export class ContractPlugin {
  /**
   * @param {object} options
   * @param {string} options.name
   * @param {() => Promise<{ contract?: number, needs?: string[], services?: Record<string, string> }>} options.describe
   * @param {string} [options.providerFile] The shell's file that names what it providesShared.
   */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { providerFile } = this.options;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      let names = {};
      compilation.hooks.afterOptimizeModules.tap(name, () => {
        names =
          providerFile === undefined
            ? { consumesShared: consumedNames(compilation) }
            : { providesShared: withFormerNames(providedNames(compilation, providerFile)) };
      });
      compilation.hooks.processAssets.tapPromise({ name, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        const shipped = [...compilation.modules].filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0);
        const files = new Set(
          shipped
            .flatMap(partsOf)
            .map(({ resource }) => resource)
            .filter((file) => file !== undefined && /\.tsx?$/.test(file) && !/[\\/]packages[\\/]contracts[\\/]/.test(file)),
        );
        const made = new Set([...files].flatMap((file) => callsIn(readFileSync(String(file), 'utf8'), String(file))));
        const known = /** @type {Record<string, import('@lectern/contracts').Call>} */ (calls);
        const consumed = [...made].sort().map((id) => known[id]);
        if (consumed.includes(undefined)) throw new Error(`${this.options.name} makes a call that the contract does not have.`);
        const { contract, needs, services = {} } = await this.options.describe();
        // The shell is not asked which services it can do without.
        const unnamed = contract === undefined ? [] : consumed.filter(({ service }) => services[service] === undefined);
        if (unnamed.length > 0)
          throw new Error(
            `${this.options.name} calls ${unnamed[0].service} (${unnamed[0].id}): src/manifest.json has to say which version of it is needed.`,
          );
        const description = { name: this.options.name, contract, needs, ...names, services, paths: consumedPaths(consumed) };
        compilation.emitAsset(contractFile, new sources.RawSource(`${JSON.stringify(description)}\n`));
      });
    });
  }
}
