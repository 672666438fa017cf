import { join } from 'node:path';
import webpack from 'webpack';
import { ChunkRuntimePlugin } from './ChunkRuntimePlugin.js';
import { browserOutput, common } from './common.js';
import { contractFile, ContractPlugin } from './ContractPlugin.js';
import { fontFaces } from './fonts.js';
import { copyIcons } from './icons.js';
import { readJson, ReleasePlugin } from './ReleasePlugin.js';
import { sharedVersions } from './sharedScope.js';
import { StandaloneScriptPlugin } from './StandaloneScriptPlugin.js';

const name = 'shell';

/**
 * The shell needs only federation's runtime, not its build plugin: `shell/src/remotes/createSharedModules.ts` provides the shared modules, and the
 * registry names the remotes.
 */
const federationRuntime = (/** @type {string} */ folder) => [
  new webpack.DefinePlugin({
    'process.env.SHARED_VERSIONS': JSON.stringify(JSON.stringify(sharedVersions(folder))),
    // Remotes are loaded by their entry, never by federation's manifest, and only in browsers.
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    ENV_TARGET: '"web"',
  }),
];

/**
 * Matches the modules of the chunk that every remote needs and the landing page does not: federation's runtime and the shared modules. The
 * HTTP client and the calls of a learner are not needed before the first call.
 */
const ofEveryRemote = new RegExp(
  [
    '/node_modules/@(?:tanstack|module-federation)/',
    '/packages/web/platform/src/(?!axiosClient|ownCalls|repeatCall|toastLibrary)',
    '/shell/src/remotes/(?:createFederation|createSharedModules|loadEntry|ServiceNotice)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

/** The sources of the service worker, and of the script that removes it. */
const workerSources = {
  'service-worker': join(import.meta.dirname, '../../worker/src/serviceWorker.ts'),
  'no-service-worker': join(import.meta.dirname, '../../worker/src/noServiceWorker.ts'),
};

const scriptsOf = (/** @type {Iterable<string> | undefined} */ files) => [...(files ?? [])].filter((file) => file.endsWith('.js'));

/** Only development builds contain the code of overrides. */
const buildKind = (/** @type {boolean} */ development) =>
  new webpack.DefinePlugin({ 'process.env.LECTERN_BUILD': JSON.stringify(development ? 'development' : 'production') });

/**
 * Describes the page's scripts for the page server.
 *
 * @param {{ folder: string, output: string }} options
 * @returns {ConstructorParameters<typeof ReleasePlugin>[0]['describe']}
 */
const describePage =
  ({ folder, output }) =>
  async (compilation, fileOf, chunkOf) => {
    const inPage = scriptsOf(compilation.entrypoints.get('main')?.getFiles());
    const schema = scriptsOf(compilation.namedChunks.get('schema')?.files);
    const groupOf = (/** @type {string} */ group) => scriptsOf(compilation.namedChunkGroups.get(group)?.getFiles());
    const shared = groupOf('federation').filter((file) => !inPage.includes(file));
    const learner = [...new Set([...schema, ...groupOf('learner')])].filter((file) => !shared.includes(file) && !inPage.includes(file));
    const landing = groupOf('landing').filter((file) => !inPage.includes(file));
    return {
      consumes: fileOf(contractFile).file,
      scripts: inPage.map(fileOf),
      // The page server preloads `shared` on pages of remotes: federation's runtime and the shared modules. On pages that call the API when
      // they open it also preloads `learner`: the HTTP client, the schemas, and the parts of every learner's frame.
      shared: shared.map(chunkOf),
      learner: learner.map(chunkOf),
      landing: landing.map(chunkOf),
      later: fileOf('later.js'),
      // What the service worker keeps.
      chunks: scriptsOf(compilation.getAssets().map((asset) => asset.name))
        .filter((file) => file !== 'later.js')
        .sort()
        .map(fileOf),
      contract: await readJson(join(folder, 'src/contract.json')),
      fonts: await fontFaces(folder, output),
      icons: await copyIcons(folder, output),
    };
  };

/**
 * The build of the page's scripts.
 *
 * @param {{ folder: string, output: string, development: boolean }} options
 * @returns {import('webpack').Configuration}
 */
const pageConfig = ({ folder, output, development }) => {
  const base = common({ name, folder, styles: name, target: ['web', 'es2022'] });
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    output: browserOutput(name, folder, output),
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: 'all',
        // One chunk for the schemas, which the first screen of a remote consumes, and one for federation's runtime with the shared modules that
        // the landing page does not need. The page server preloads both by name.
        cacheGroups: {
          shared: { test: ofEveryRemote, name: 'shared', chunks: 'async', enforce: true },
          schema: { test: /[\\/](zod|contracts[\\/]src[\\/]schema\.ts)([\\/]|$)/, name: 'schema', chunks: 'async', enforce: true },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      buildKind(development),
      ...federationRuntime(folder),
      new StandaloneScriptPlugin({ source: join(folder, 'src/later.js'), file: 'later.js' }),
      new ChunkRuntimePlugin(),
      new ContractPlugin({ name, describe: async () => ({}), providerFile: join(folder, 'src/remotes/createSharedModules.ts') }),
      new ReleasePlugin({ name, folder, output, describe: describePage({ folder, output }) }),
    ],
  };
};

/**
 * The build of the landing page's renderer, for the page server.
 *
 * @param {{ folder: string, output: string, development: boolean }} options
 * @returns {import('webpack').Configuration}
 */
const landingConfig = ({ folder, output, development }) => {
  const base = common({ name, folder, styles: name, target: 'node24' });
  return {
    ...base,
    name: 'shell-server',
    // The renderer never renders lazily loaded code, so each `import()` stays unchanged and its chunk is not built.
    module: { ...base.module, parser: { javascript: { import: false } } },
    entry: { landing: './src/landing/renderLanding.tsx' },
    output: {
      path: join(folder, output, 'server'),
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
      clean: true,
    },
    experiments: { outputModule: true },
    devtool: false,
    optimization: { nodeEnv: 'production', minimize: false },
    plugins: [...(base.plugins ?? []), buildKind(development)],
  };
};

/**
 * The build of the service worker, with Workbox. Its address has no version, so the page server reads it from `worker/` and writes the site's settings
 * before it.
 *
 * @param {{ folder: string, output: string }} options
 * @returns {import('webpack').Configuration}
 */
const workerConfig = ({ folder, output }) => ({
  ...common({ name, folder, styles: name, target: ['webworker', 'es2022'] }),
  name: 'service-worker',
  entry: workerSources,
  output: { path: join(folder, output, 'worker'), filename: '[name].js', clean: true },
  devtool: false,
});

/**
 * Returns the builds of the shell: the page's scripts, the landing page's renderer for the page server, and the service worker.
 *
 * @param {{ folder: string, development?: boolean }} options A development build goes to `dist-development` and contains the code for overrides
 * of remotes.
 * @returns {import('webpack').Configuration[]}
 */
export const shellConfig = ({ folder, development = false }) => {
  const options = { folder, output: development ? 'dist-development' : 'dist', development };
  return [pageConfig(options), landingConfig(options), workerConfig(options)];
};
