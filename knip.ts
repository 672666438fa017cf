import type { KnipConfig } from 'knip';

const tests = '**/*.test.{ts,tsx}';
const stories = ['.storybook/*.{js,ts}', 'src/**/*.stories.tsx'];
/** Started by their path, as a process or a thread of its own. */
const started = '**/*.{process,worker,main}.{ts,js}';
const service = ['src/server.ts', `{src,testing}/${started}`, 'src/createStudyContent.ts', tests];
/** Found by their path, by jest and Storybook. */
const frontend = {
  entry: ['webpack*.config.js', 'src/remote.ts', tests, ...stories],
  ignoreDependencies: ['@lectern/build', 'webpack', 'jest-environment-jsdom'],
};

const config: KnipConfig = {
  ignoreExportsUsedInFile: false,
  // Their plugins would look for files where this workspace has none.
  ...{ jest: false, storybook: false, webpack: false, playwright: false },
  ignoreBinaries: ['go', 'mount', 'pdftotext', 'umount'],
  workspaces: {
    '.': {
      entry: ['jest.config.js', 'oxlint.config.ts'],
      ignoreDependencies: ['@lectern/build', '@swc/core', '@swc/jest', 'jest-environment-jsdom', 'oxfmt', 'turbo'],
    },
    shell: {
      ...frontend,
      entry: [...frontend.entry, 'server/main.ts', 'src/later.js', 'src/index.ts', 'src/landing/{Blank,renderLanding}.tsx', 'src/main.tsx'],
      // The build reads the version of react-query, which remotes of older contracts consume.
      ignoreDependencies: [...frontend.ignoreDependencies, /^@fontsource/, '@tanstack/react-query'],
    },
    'mf-*': frontend,
    'api-gateway': { entry: service },
    'services/*': { entry: service },
    'packages/contracts': { entry: [tests] },
    'packages/*/*': {
      entry: [
        'src/main.ts',
        'src/data/main.ts',
        started,
        'testing/failingThread.ts',
        'src/installPythonPackage.ts',
        '.storybook/static/*',
        tests,
        ...stories,
      ],
    },
    // The tables of characters in its folder are read.
    'packages/content/documents': { entry: ['testing/mutatedPdfs.ts', tests], ignoreDependencies: ['pdfjs-dist'] },
    'packages/web/build': {
      entry: ['src/*.{js,cjs}', 'src/jest.*.ts', 'src/single.d.ts', 'src/testing/*.js', 'src/runtime/*.js', tests],
      ignoreDependencies: [/^@storybook/, '@jest/transform', 'lectern-remote'],
    },
    'packages/web/worker': { entry: ['src/{serviceWorker,noServiceWorker}.ts', tests] },
    tools: { entry: ['*/main.ts', 'start/warm.ts', 'run.mjs', started, tests] },
    'stand-ins': { ignoreDependencies: ['@types/smtp-server'], entry: ['main.ts', '*/main.ts', started, tests] },
    e2e: {
      // Its file is read and given to the driven page.
      ignoreDependencies: ['@testing-library/dom'],
      entry: [
        '*.config.ts',
        'stories/.storybook/*',
        'specs/**/*.spec.ts',
        'stories/*.spec.ts',
        'support/*.mjs',
        'support/globalSetup*.ts',
        tests,
      ],
    },
    bench: { entry: ['*.ts', '**/*.js', 'gateway/*.ts', '**/*.process.ts', tests] },
  },
};
export default config;
