import { join } from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import { swcRule } from './swcRule.js';

/** A screen's chunk may take 120 s in all. Retries start far sooner (`runtime/withRetries.js`). */
const chunkLoadTimeoutMs = 120_000;

/**
 * Parsers of Markdown are built as for a worker, with a table of the character references. Built for a page they look
 * them up by `innerHTML`, which the page's policy refuses: a guide with `&lt;` in it could not be shown.
 *
 * @type {import('webpack').RuleSetRule}
 */
const markdownRule = {
  test: /[\\/]node_modules[\\/](?:micromark|mdast-util-|parse-entities)[^\\/]*[\\/]/,
  resolve: { conditionNames: ['worker', '...'] },
};

/**
 * The settings that all builds have in common.
 *
 * @param {{ name: string, folder: string, styles: string, target: string | string[] }} options `styles` is the namespace of the class names
 * that styled-components makes: two remotes with different versions of packages/web/ui would share class names without one.
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
  module: { rules: [swcRule({ styles }), markdownRule] },
  optimization: {
    nodeEnv: 'production',
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        extractComments: false,
        // The minifier has threads of its own; additional processes only cost their start.
        parallel: false,
        terserOptions: { compress: { passes: 2 }, mangle: true },
      }),
    ],
  },
});

/** Where a build for browsers goes. */
export const browserOutput = (/** @type {string} */ name, /** @type {string} */ folder, output = 'dist') => ({
  path: join(folder, output),
  filename: '[name].js',
  chunkFilename: '[name].js',
  uniqueName: name,
  publicPath: 'auto',
  crossOriginLoading: /** @type {const} */ ('anonymous'),
  chunkLoadTimeout: chunkLoadTimeoutMs,
});
