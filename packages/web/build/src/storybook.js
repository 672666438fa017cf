import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swcRule } from './swcRule.js';

const require = createRequire(import.meta.url);
const folderOf = (/** @type {string} */ name) => dirname(require.resolve(`${name}/package.json`));

/**
 * Returns a part's Storybook: its own stories, compiled like its own build. Each is built separately and can be deployed alone.
 *
 * @param {{ folder: string, isHost?: boolean, parts?: readonly string[] }} options `folder` is the part's `.storybook`. The host shows the
 * Storybooks of the other parts next to its own stories. It reads their addresses from `refs.js` in its own folder, so no build contains them.
 * `parts` are the folders of its stories, by default the parent folder.
 * @returns {import('@storybook/react-webpack5').StorybookConfig}
 */
export const storybookConfig = ({ folder, isHost = false, parts = [join(folder, '..')] }) => ({
  stories: parts.map((part) => join(part, 'src/**/*.stories.tsx')),
  framework: { name: folderOf('@storybook/react-webpack5'), options: {} },
  addons: [folderOf('@storybook/addon-docs'), folderOf('@storybook/addon-a11y')],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { menuOnboardingChecklist: false, sidebarOnboardingChecklist: false },
  typescript: { check: false, reactDocgen: 'react-docgen' },
  managerEntries: [fileURLToPath(import.meta.resolve('./storybookManager.js'))],
  ...(isHost && {
    staticDirs: [join(folder, 'static')],
    // Deferred, it runs before the manager's own module and after the page's default of no refs.
    managerHead: (/** @type {string} */ head) => `${head}<script defer src="./refs.js"></script>`,
  }),
  webpackFinal: (config) => ({
    ...config,
    performance: false,
    // Stories are not shipped, so the build skips the steps that only reduce their size.
    devtool: false,
    optimization: { ...config.optimization, minimize: false },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), swcRule({ styles: 'stories' })] },
  }),
});
