import { calls } from '@lectern/contracts';
import { consumedPaths } from '@lectern/contracts/consumer';
import webpack from 'webpack';
import { consumedNames, providedNames } from './sharedNames.js';
import { withFormerNames } from './sharedScope.js';
import { usedCalls } from './usedCalls.js';

const { Compilation, sources } = webpack;
const name = 'ContractPlugin';
/** The file name, in the folder of the build's entry. */
export const contractFile = 'consumes.json';

/**
 * Writes `consumes.json` into the build: the calls and shared modules that a frontend uses, or the shared modules that the shell provides.
 * The file is served with the build, so that a change of a service or of the shell can be compared with every released frontend.
 */
export class ContractPlugin {
  /**
   * @param {object} options
   * @param {string} options.name
   * @param {() => Promise<{ contract?: number, needs?: string[], services?: Record<string, string> }>} options.describe
   * @param {string} [options.providerFile] The shell's file that imports all shared modules.
   */
  constructor(options) {
    this.options = options;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { providerFile } = this.options;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      let names = {};
      /** @type {ReturnType<typeof usedCalls>} */
      let used = { calls: [], unclear: [] };
      compilation.hooks.afterOptimizeModules.tap(name, () => {
        used = usedCalls(compilation);
        names =
          providerFile === undefined
            ? { consumesShared: consumedNames(compilation) }
            : { providesShared: withFormerNames(providedNames(compilation, providerFile)) };
      });
      compilation.hooks.processAssets.tapPromise({ name, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        if (used.unclear.length > 0)
          throw new Error(
            `${used.unclear.toSorted().join(', ')}: name each call as calls.name, so that the build can tell which calls it makes.`,
          );
        const known = /** @type {Record<string, import('@lectern/contracts').Call>} */ (calls);
        const consumed = used.calls.map((id) => known[id]);
        if (consumed.includes(undefined)) throw new Error(`${this.options.name} makes a call that the contract does not have.`);
        const { contract, needs, services = {} } = await this.options.describe();
        // The shell does not declare versions of services.
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
