import { join } from 'node:path';
import webpack from 'webpack';
import { ChunkRuntimePlugin } from './ChunkRuntimePlugin.js';
import { chunksOfScreen } from './chunksOfScreen.js';
import { browserOutput, common } from './common.js';
import { ReleasePlugin, readJson } from './ReleasePlugin.js';

/**
 * Builds the same source as one application with lazy routes, for the bench, so that the difference is the cost of federation. Everything
 * else matches the shell's own build: compiler, minifier, splitting, integrity, retries, preloads.
 *
 * @param {{ root: string, output: string, remotes: readonly string[], loader: string }} options `loader` is the module that replaces the
 * shell's `createRemoteLoader`.
 * @returns {import('webpack').Configuration}
 */
export const singleConfig = ({ root, output, remotes, loader }) => {
  const folder = join(root, 'shell');
  // The page server renders the landing page with the shell's class names.
  const base = common({ name: 'single', folder, styles: 'shell', target: ['web', 'es2022'] });
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    output: { ...browserOutput('single', folder), path: join(output, 'dist') },
    optimization: { ...base.optimization, splitChunks: { chunks: 'all' } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/[\\/]remotes[\\/]createRemoteLoader$/, loader),
      new webpack.DefinePlugin({ 'process.env.LECTERN_BUILD': JSON.stringify('production') }),
      new ChunkRuntimePlugin(),
      new ReleasePlugin({
        name: 'single',
        folder: output,
        describe: async (compilation, fileOf, chunkOf) => {
          const files = (/** @type {readonly string[] | undefined} */ names) => (names ?? []).filter((file) => file.endsWith('.js'));
          const routes = {};
          for (const id of remotes) {
            const manifest = await readJson(join(root, id, 'src/manifest.json'));
            const own = chunksOfScreen(compilation, `${id}/src/remote.ts`);
            for (const { path, screen } of manifest.routes)
              routes[path] = [...new Set([...own, ...chunksOfScreen(compilation, `${id}/src/${screen}.screen.tsx`)])].map(chunkOf);
          }
          return {
            scripts: files(compilation.entrypoints.get('main')?.getFiles()).map(fileOf),
            learner: files(compilation.namedChunkGroups.get('learner')?.getFiles()).map(chunkOf),
            routes,
          };
        },
      }),
    ],
  };
};
