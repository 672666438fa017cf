import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { ChunkRuntimePlugin } from './ChunkRuntimePlugin.js';
import { chunksOfScreen, chunksOfSlots } from './chunksOfScreen.js';
import { browserOutput, common } from './common.js';
import { contractFile, ContractPlugin } from './ContractPlugin.js';
import { ExposedInEntryPlugin } from './ExposedInEntryPlugin.js';
import { PureDefinitionsPlugin } from './PureDefinitionsPlugin.js';
import { SameInEveryCheckoutPlugin } from './SameInEveryCheckoutPlugin.js';
import { readJson, ReleasePlugin } from './ReleasePlugin.js';
import { sharedByRemote } from './sharedScope.js';
import { SingleCopyPlugin } from './SingleCopyPlugin.js';

/** `mf-auth` → `mf_auth`: a container's name must be a JavaScript identifier. */
const containerName = (/** @type {string} */ name) => name.replaceAll('-', '_');

/** Turns a build into a remote: one entry, which exposes one module and consumes every shared module of the shell. */
const remoteContainer = (/** @type {string} */ name, /** @type {string} */ exposed) =>
  new ModuleFederationPlugin({
    name: containerName(name),
    filename: 'remoteEntry.js',
    exposes: { './remote': exposed },
    shared: sharedByRemote(),
    shareStrategy: 'loaded-first',
    manifest: false,
    dts: false,
    // It uses the shell's federation runtime, and loads no remotes.
    experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
  });

/**
 * A browser opens six connections to an origin. A screen has at most five chunks, so that one connection remains for "Try again" even if all of them
 * hang. Each chunk also adds a hash to the remote's entry, so shared code of screens gets a chunk of its own only if it is large.
 *
 * @param {import('webpack').Configuration} base
 */
const withFewChunks = (base) => ({
  ...base,
  optimization: {
    ...base.optimization,
    splitChunks: {
      maxAsyncRequests: 5,
      minSize: 50_000,
      // Temml stays in the chunk that draws formulas, and ProseMirror in that of the editor, so that the entry contains one hash for both.
      cacheGroups: {
        defaultVendors: {
          test: /[\\/]node_modules[\\/](?!.*(?:temml|prosemirror|htmlparser2|to-markdown|(?<!-)entities[\\/]))/,
          priority: -10,
          reuseExistingChunk: true,
        },
      },
    },
  },
});

/**
 * Returns the build of a remote: `dist/<version>/remoteEntry.js` and one chunk per screen, without the modules that the shell owns.
 * The remote's `src/manifest.json` names its routes, and with each route's `screen` the file `src/<screen>.screen.tsx`.
 *
 * @param {{ name: string, folder: string }} options
 * @returns {import('webpack').Configuration}
 */
export const remoteConfig = ({ name, folder }) => ({
  ...withFewChunks(common({ name, folder, styles: name, target: ['web', 'es2022'] })),
  entry: {},
  output: browserOutput(name, folder),
  plugins: [
    new PureDefinitionsPlugin(),
    remoteContainer(name, './src/remote.ts'),
    new SameInEveryCheckoutPlugin(),
    new ExposedInEntryPlugin({ entry: containerName(name), exposed: './src/remote.ts' }),
    new ChunkRuntimePlugin(),
    new SingleCopyPlugin(),
    new ContractPlugin({ name, describe: () => readJson(join(folder, 'src/manifest.json')) }),
    new ReleasePlugin({
      name,
      folder,
      inputs: [join(folder, 'src/manifest.json')],
      describe: async (compilation, fileOf, chunkOf) => {
        const manifest = await readJson(join(folder, 'src/manifest.json'));
        const exposed = chunksOfScreen(compilation, `${name}/src/remote.ts`);
        const filesOf = (/** @type {string} */ screen) => {
          const chunks = chunksOfScreen(compilation, `${name}/src/${screen}.screen.tsx`);
          // Without the preload the page would work, but with an additional round trip.
          if (chunks.length === 0) throw new Error(`${name}: src/manifest.json names the screen ${screen}, and no chunk holds it.`);
          return [...new Set([...exposed, ...chunks])].map(chunkOf);
        };
        const entry = fileOf('remoteEntry.js');
        return {
          container: containerName(name),
          entry: entry.file,
          integrity: entry.integrity,
          consumes: fileOf(contractFile).file,
          manifest,
          slotChunks: chunksOfSlots(compilation).map(chunkOf),
          chunks: compilation
            .getAssets()
            .map((asset) => asset.name)
            .filter((file) => file.endsWith('.js') && file !== 'remoteEntry.js')
            .sort()
            .map(chunkOf),
          routes: Object.fromEntries(
            manifest.routes.map((/** @type {{ path: string, screen: string }} */ route) => [route.path, filesOf(route.screen)]),
          ),
        };
      },
    }),
  ],
});

/**
 * Returns the build of a remote during development: in memory, for a page of the production shell. Edits are applied to the open page.
 *
 * @param {{ name: string, folder: string }} options
 * @returns {import('webpack').Configuration}
 */
export const remoteDevConfig = ({ name, folder }) => {
  const base = common({ name, folder, styles: name, target: ['web', 'es2022'] });
  return {
    ...base,
    mode: 'development',
    // The page's policy forbids `eval`.
    devtool: 'cheap-module-source-map',
    cache: { type: 'memory' },
    stats: 'none',
    // The shell's React is the production version.
    optimization: { nodeEnv: 'production', minimize: false },
    resolve: { ...base.resolve, alias: { 'lectern-remote$': join(folder, 'src/remote.ts') } },
    entry: {},
    output: browserOutput(name, folder),
    plugins: [
      remoteContainer(name, join(import.meta.dirname, 'hotRemote.js')),
      new ChunkRuntimePlugin({ integrity: false }),
      new SingleCopyPlugin(),
    ],
  };
};
