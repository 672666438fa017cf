import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { swcRule } from './swcRule.js';

const require = createRequire(import.meta.url);
const folderOf = (/** @type {string} */ name) => dirname(require.resolve(`${name}/package.json`));

/**
 * A part's Storybook: its own stories, compiled as its own build compiles them. Each is built and can be deployed alone.
 *
 * @param {{ folder: string }} options `folder` is the part's `.storybook`.
 * @returns {import('@storybook/react-webpack5').StorybookConfig}
 */
export const storybookConfig = ({ folder }) => ({
  stories: [join(folder, '../src/**/*.stories.tsx')],
  framework: { name: folderOf('@storybook/react-webpack5'), options: {} },
  addons: [folderOf('@storybook/addon-a11y')],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { check: false, reactDocgen: 'react-docgen' },
  webpackFinal: (config) => ({
    ...config,
    performance: false,
    // Stories are looked at, not shipped: what would only make them smaller is left out.
    devtool: false,
    optimization: { ...config.optimization, minimize: false },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), swcRule({ folder: join(folder, '..'), styles: 'stories' })] },
  }),
});
