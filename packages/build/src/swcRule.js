import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * How TypeScript and JSX are compiled, for the builds and for Storybook alike.
 *
 * @param {{ folder: string, styles: string }} options `styles` is the namespace of the class names that styled-components makes: two
 * remotes with different versions of packages/ui would share class names without one.
 * @returns {import('webpack').RuleSetRule}
 */
export const swcRule = ({ folder, styles }) => ({
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
        cacheRoot: join(folder, 'node_modules/.cache/swc'),
        // Without the plugin, or with another compiler on one side, server and browser name classes differently in silence.
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
