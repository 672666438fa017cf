import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import { PureDefinitionsPlugin } from './PureDefinitionsPlugin.js';
import { swcRule } from './swcRule.js';

/** Separates the calls of the contract. */
const callsRule = {
  test: /[\\/]packages[\\/]contracts[\\/]src[\\/]calls[\\/]\w+\.ts$/,
  enforce: /** @type {const} */ ('pre'),
  loader: join(import.meta.dirname, 'separateCalls.cjs'),
};

/** The router's package names its development build for every bundler. */
const productionRouter = () => {
  const platform = createRequire(join(import.meta.dirname, '../../platform/package.json'));
  const folder = dirname(createRequire(platform.resolve('react-router-dom')).resolve('react-router')).replace(/development$/, 'production');
  return { 'react-router$': join(folder, 'index.mjs'), 'react-router/dom$': join(folder, 'dom-export.mjs') };
};

/** The total time limit of a screen's chunk. Retries start much sooner (`runtime/withRetries.js`). */
const chunkLoadTimeoutMs = 120_000;

/**
 * Builds parsers of Markdown as for a worker, with a table of the character references. Built for a page they look them up
 * through `innerHTML`, which the page's policy refuses: a guide that contains `&lt;` could not be shown.
 *
 * @type {import('webpack').RuleSetRule}
 */
const markdownRule = {
  test: /[\\/]node_modules[\\/](?:micromark|mdast-util-|parse-entities)[^\\/]*[\\/]/,
  resolve: { conditionNames: ['worker', '...'] },
};

/**
 * Returns the common settings of all builds.
 *
 * @param {{ name: string, folder: string, styles: string, target: string | string[] }} options `styles` is the namespace of the class names
 * that styled-components generates: without one, two remotes with different versions of packages/web/ui would share class names.
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
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'], alias: productionRouter() },
  module: { rules: [swcRule({ styles }), markdownRule, callsRule] },
  optimization: {
    nodeEnv: 'production',
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        extractComments: false,
        // The minifier has its own threads; additional processes only cost their start.
        parallel: false,
        terserOptions: { compress: { passes: 2 }, mangle: true },
      }),
    ],
  },
  plugins: [new PureDefinitionsPlugin()],
});

/** Returns the output settings of a build for browsers. */
export const browserOutput = (/** @type {string} */ name, /** @type {string} */ folder, output = 'dist') => ({
  path: join(folder, output),
  filename: '[name].js',
  chunkFilename: '[name].js',
  uniqueName: name,
  publicPath: 'auto',
  crossOriginLoading: /** @type {const} */ ('anonymous'),
  chunkLoadTimeout: chunkLoadTimeoutMs,
});
