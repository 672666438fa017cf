import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { ChunkRuntimePlugin } from './ChunkRuntimePlugin.js';
import { contractFile, ContractPlugin } from './ContractPlugin.js';
import { ExposedInEntryPlugin } from './ExposedInEntryPlugin.js';
import { fontFaces } from './fonts.js';
import { LeanRuntimePlugin } from './LeanRuntimePlugin.js';
import { readJson, ReleasePlugin } from './ReleasePlugin.js';
import { sharedByRemote, sharedVersions } from './sharedScope.js';
import { partsOf, SingleCopyPlugin } from './SingleCopyPlugin.js';
import { swcRule } from './swcRule.js';

/** Lazy screen code may take 120 s in all (specification, section 9); a retry beside it starts far sooner. */
const chunkLoadTimeoutMs = 120_000;

/** `mf-auth` → `mf_auth`: a container's name has to be a JavaScript identifier. */
const containerName = (/** @type {string} */ name) => name.replaceAll('-', '_');

/**
 * Parsers of Markdown are built as for a worker, with a table of the character references. For a page they would have the browser look them up
 * by `innerHTML`, which the page's policy refuses: a guide with `&lt;` in it could not be shown.
 *
 * @type {import('webpack').RuleSetRule}
 */
const markdownRule = {
  test: /[\\/]node_modules[\\/](?:micromark|mdast-util-|parse-entities)[^\\/]*[\\/]/,
  resolve: { conditionNames: ['worker', '...'] },
};

/**
 * What all builds have in common.
 * @param {{ name: string, folder: string, styles: string, target: string | string[] }} options `styles` is the namespace of the class names
 * that styled-components makes: two remotes with different versions of packages/ui would share class names without one.
 * @returns {import('webpack').Configuration}
 */
export const common = ({ name, folder, styles, target }) => ({
  name,
  context: folder,
  target,
  mode: 'production',
  devtool: 'source-map',
  cache: false,
  stats: 'errors-warnings',
  performance: false,
  infrastructureLogging: { level: 'warn' },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
  module: { rules: [swcRule({ folder, styles }), markdownRule] },
  optimization: {
    nodeEnv: 'production',
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        extractComments: false,
        terserOptions: { compress: { passes: 2 }, mangle: true },
      }),
    ],
  },
});

export const browserOutput = (/** @type {string} */ name, /** @type {string} */ folder, output = 'dist') => ({
  path: join(folder, output),
  filename: '[name].js',
  chunkFilename: '[name].js',
  uniqueName: name,
  publicPath: 'auto',
  crossOriginLoading: /** @type {const} */ ('anonymous'),
  chunkLoadTimeout: chunkLoadTimeoutMs,
});

/** The scripts that loading a screen asks for, the entry left out. */
export const chunksOfScreen = (/** @type {import('webpack').Compilation} */ compilation, /** @type {string} */ ending) => {
  const groups = new Set();
  for (const module of compilation.modules) {
    if (!partsOf(module).some(({ resource }) => resource?.replaceAll('\\', '/').endsWith(ending))) continue;
    for (const chunk of compilation.chunkGraph.getModuleChunksIterable(module)) {
      for (const group of chunk.groupsIterable) if (!group.isInitial()) groups.add(group);
    }
  }
  // Screens share chunks, so a chunk belongs to other screens' imports, too; the import of this very file is the one meant.
  const request = `/${ending
    .split('/')
    .at(-1)
    ?.replace(/\.tsx?$/, '')}`;
  const own = [...groups].filter(({ origins }) => origins.some((origin) => origin.request?.endsWith(request)));
  const files = (own.length > 0 ? own : [...groups]).flatMap((group) => group.getFiles());
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
};

/** What makes a build a remote: one entry that exposes one module and consumes every shared module of the shell. */
const remoteContainer = (/** @type {string} */ name, /** @type {string} */ exposed) =>
  new ModuleFederationPlugin({
    name: containerName(name),
    filename: 'remoteEntry.js',
    exposes: { './remote': exposed },
    shared: sharedByRemote(),
    shareStrategy: 'loaded-first',
    manifest: false,
    dts: false,
    // It consumes the runtime as well, and loads no remotes of its own.
    experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
  });

/**
 * The shell's part of federation is the runtime alone: it provides what `shell/src/remotes/createSharedModules.ts` names and takes its remotes from the
 * registry, so there is nothing to plan at build time.
 */
const federationRuntime = (/** @type {string} */ folder) => [
  new LeanRuntimePlugin(),
  new webpack.DefinePlugin({
    'process.env.SHARED_VERSIONS': JSON.stringify(JSON.stringify(sharedVersions(folder))),
    // Remotes are loaded by their entry, never by a manifest, and in no other place than a browser.
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    ENV_TARGET: '"web"',
  }),
];

/**
 * The build of a remote: `dist/<version>/remoteEntry.js` and a chunk a screen, with nothing in it that the shell owns.
 * The remote's `src/manifest.json` names its routes, and with each route's `screen` the file `src/<screen>.screen.tsx`.
 *
 * @param {{ name: string, folder: string }} options
 * @returns {import('webpack').Configuration}
 */
export const remoteConfig = ({ name, folder }) => ({
  ...common({ name, folder, styles: name, target: ['web', 'es2022'] }),
  entry: {},
  output: browserOutput(name, folder),
  plugins: [
    remoteContainer(name, './src/remote.ts'),
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
          // The page would work without, one round trip later, and nobody would notice.
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
          routes: Object.fromEntries(
            manifest.routes.map((/** @type {{ path: string, screen: string }} */ route) => [route.path, filesOf(route.screen)]),
          ),
        };
      },
    }),
  ],
});

/**
 * A remote as its team works on it: built in memory, in a page of the shell that was built for production. An edit goes into the open page.
 *
 * @param {{ name: string, folder: string }} options
 * @returns {import('webpack').Configuration}
 */
export const remoteDevConfig = ({ name, folder }) => {
  const base = common({ name, folder, styles: name, target: ['web', 'es2022'] });
  return {
    ...base,
    mode: 'development',
    // The page's policy takes no `eval`.
    devtool: 'cheap-module-source-map',
    cache: { type: 'memory' },
    stats: 'none',
    // The shell's React is the one for production.
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

/**
 * A script that stands by itself, only minimised: one that has to be there before the build's own runtime.
 *
 * @param {string} source
 * @param {string} file
 */
const asIs = (source, file) => ({
  apply: (/** @type {import('webpack').Compiler} */ compiler) => {
    const { Compilation, sources } = webpack;
    compiler.hooks.thisCompilation.tap('asIs', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'asIs', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        compilation.fileDependencies.add(source);
        compilation.emitAsset(file, new sources.RawSource(await readFile(source, 'utf8')));
      });
    });
  },
});

const scriptsOf = (/** @type {Iterable<string> | undefined} */ files) => [...(files ?? [])].filter((file) => file.endsWith('.js'));

/**
 * The two builds of the shell: the page's scripts, and the renderer of the landing page for the page server.
 *
 * @param {{ folder: string, development?: boolean }} options A development build, in `dist-development`, knows overrides of remotes; their
 * code is in no other build.
 * @returns {import('webpack').Configuration[]}
 */
export const shellConfig = ({ folder, development = false }) => {
  const name = 'shell';
  const output = development ? 'dist-development' : 'dist';
  const constants = () =>
    new webpack.DefinePlugin({ 'process.env.LECTERN_BUILD': JSON.stringify(development ? 'development' : 'production') });
  return [
    {
      ...common({ name, folder, styles: name, target: ['web', 'es2022'] }),
      entry: { main: './src/main.tsx' },
      output: browserOutput(name, folder, output),
      optimization: {
        ...common({ name, folder, styles: name, target: ['web', 'es2022'] }).optimization,
        splitChunks: {
          chunks: 'all',
          // One chunk for what remotes consume with their first screen, so that the page server can name it in the page.
          cacheGroups: {
            schema: { test: /[\\/](zod|contracts[\\/]src[\\/]schema\.ts)([\\/]|$)/, name: 'schema', chunks: 'async', enforce: true },
          },
        },
      },
      plugins: [
        constants(),
        ...federationRuntime(folder),
        asIs(join(folder, 'src/later.js'), 'later.js'),
        new ChunkRuntimePlugin(),
        new ContractPlugin({ name, describe: async () => ({}), providerFile: join(folder, 'src/remotes/createSharedModules.ts') }),
        new ReleasePlugin({
          name,
          folder,
          output,
          describe: async (compilation, fileOf, chunkOf) => {
            const shared = scriptsOf(compilation.namedChunks.get('schema')?.files);
            const learner = scriptsOf(compilation.namedChunkGroups.get('learner')?.getFiles()).filter((file) => !shared.includes(file));
            return {
              consumes: fileOf(contractFile).file,
              scripts: scriptsOf(compilation.entrypoints.get('main')?.getFiles()).map(fileOf),
              // What every remote's first screen consumes; the HTTP client and what stands in every learner's frame: the page server has the
              // pages of remotes, and those for learners, fetch it at once.
              shared: shared.map(chunkOf),
              learner: learner.map(chunkOf),
              later: fileOf('later.js'),
              contract: await readJson(join(folder, 'src/contract.json')),
              fonts: await fontFaces(folder, output),
            };
          },
        }),
      ],
    },
    {
      ...common({ name, folder, styles: name, target: 'node24' }),
      name: 'shell-server',
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
      // One file: the landing page needs no lazy parts on the server.
      plugins: [constants(), new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    },
  ];
};
