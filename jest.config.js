import { globSync } from 'node:fs';
import { dirname } from 'node:path';

// One run for every part; a team runs its own with `--selectProjects mf-study` (see its package.json).
const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2023', transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
  },
];

const base = {
  transform: { '\\.[cm]?[jt]sx?$': swc },
  // Several dependencies are ES modules only, so node_modules is compiled, too.
  transformIgnorePatterns: [],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  clearMocks: true,
};

const mappedModules = {
  // These packages export them to `import` only, and tests run as CommonJS.
  '^unpdf/pdfjs$': `${import.meta.dirname}/packages/content/documents/node_modules/unpdf/dist/pdfjs.mjs`,
  '^eld/extrasmall$': `${import.meta.dirname}/packages/content/documents/node_modules/eld/src/entries/static.extrasmall.js`,
};

/** A part that runs in Node. */
const node = (folder, name) => ({
  ...base,
  displayName: name,
  rootDir: folder,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  moduleNameMapper: mappedModules,
});

/** A part that runs in the browser. */
const web = (folder, name) => ({
  ...base,
  displayName: name,
  rootDir: folder,
  testEnvironment: 'jsdom',
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: [`${import.meta.dirname}/packages/web/build/src/jest.setup.web.ts`],
  moduleNameMapper: {
    ...mappedModules,
    '\\.(css|woff2|svg)$': `${import.meta.dirname}/packages/web/build/src/jest.asset.cjs`,
  },
});

const partsIn = (pattern) =>
  globSync(`${pattern}/package.json`, { cwd: import.meta.dirname })
    .map((file) => dirname(file))
    .sort();

export default {
  maxWorkers: 2,
  // A test of five seconds takes three times as long on a busy machine.
  testTimeout: 60_000,
  projects: [
    node('packages/contracts', 'contracts'),
    node('packages/server/document-store', 'document-store'),
    node('packages/server/object-store', 'object-store'),
    node('packages/server/pictures', 'pictures'),
    node('packages/server/rate-limits', 'rate-limits'),
    node('packages/content/documents', 'documents'),
    node('packages/content/exchange', 'exchange'),
    node('packages/testing/test-servers', 'test-servers'),
    node('packages/content/study-content', 'study-content'),
    node('packages/content/content-eval', 'content-eval'),
    node('packages/content/model-trial', 'model-trial'),
    node('packages/server/service-kit', 'service-kit'),
    node('packages/web/build', 'build'),
    node('packages/web/worker', 'worker'),
    node('packages/server/registry', 'registry'),
    web('packages/web/platform', 'platform'),
    web('packages/web/ui', 'ui'),
    web('shell', 'shell'),
    ...partsIn('mf-*').map((folder) => web(folder, folder)),
    node('api-gateway', 'api-gateway'),
    ...partsIn('services/*').map((folder) => node(folder, `${folder.replace('services/', '')}-service`)),
    node('stand-ins', 'stand-ins'),
    node('e2e', 'e2e'),
    node('tools', 'tools'),
  ],
};
