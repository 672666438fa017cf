import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Caches the plugin as machine code, which takes seconds to generate. One folder for all builds. */
const pluginCache = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'swc');

/**
 * Returns the rule that compiles TypeScript and JSX, for the builds and for Storybook.
 *
 * @param {{ styles: string }} options `styles` is the namespace of the class names that styled-components generates: without one, two
 * remotes with different versions of packages/web/ui would share class names.
 * @returns {import('webpack').RuleSetRule}
 */
export const swcRule = ({ styles }) => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: require.resolve('swc-loader'),
  options: {
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: false } },
      experimental: {
        cacheRoot: pluginCache,
        // Without the plugin, or with different compilers, server and browser name classes differently without an error.
        plugins: [
          [
            require.resolve('@swc/plugin-styled-components'),
            { displayName: false, ssr: true, fileName: false, pure: true, namespace: styles },
          ],
        ],
      },
    },
  },
});
