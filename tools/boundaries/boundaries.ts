/** The lint rule for imports between parts: remote ↛ remote, service ↛ service, package ↛ app, and only a package's exports. */
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sharedModuleList } from '@lectern/contracts/shared-modules';
import type { OxlintOverride } from 'oxlint';

const root = join(import.meta.dirname, '..', '..');
const foldersIn = (pattern: string): string[] => globSync(`${pattern}/package.json`, { cwd: root }).map((file) => dirname(file));
const remotes = foldersIn('mf-*');
const services = foldersIn('services/*');

const frontendPackages = ['contracts', 'platform', 'ui'];
const backendPackages = ['contracts', 'document-store', 'service-kit'];

/** Folder → the `@lectern/*` packages it may import. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  shell: [...frontendPackages, 'registry', 'worker'],
  // The page server shuts down the way the services do.
  'shell/server': ['registry', 'service-kit', 'worker'],
  ...Object.fromEntries(remotes.map((folder) => [folder, frontendPackages])),
  // Previews documents before the upload.
  'mf-library': [...frontendPackages, 'documents'],
  'api-gateway': [...backendPackages, 'rate-limits'],
  ...Object.fromEntries(services.map((folder) => [folder, [...backendPackages, 'test-servers']])),
  'services/auth': [...backendPackages, 'rate-limits', 'test-servers'],
  'services/library': [...backendPackages, 'documents', 'exchange', 'object-store', 'pictures', 'study-content', 'test-servers'],
  'services/study': [...backendPackages, 'exchange', 'object-store', 'pictures', 'study-content', 'test-servers'],
  'packages/contracts': [],
  'packages/web/platform': ['contracts'],
  'packages/web/ui': ['contracts'],
  'packages/web/build': ['contracts'],
  'packages/web/worker': [],
  'packages/server/service-kit': ['contracts', 'document-store', 'object-store', 'test-servers'],
  'packages/server/document-store': ['test-servers'],
  'packages/server/object-store': ['test-servers'],
  'packages/server/registry': ['object-store', 'test-servers'],
  'packages/server/rate-limits': backendPackages,
  'packages/server/pictures': [...backendPackages, 'object-store', 'test-servers'],
  'packages/content/documents': ['contracts', 'test-servers'],
  'packages/content/exchange': ['contracts', 'documents', 'test-servers'],
  'packages/content/study-content': ['contracts', 'documents', 'test-servers'],
  'packages/content/content-eval': ['contracts', 'documents', 'study-content'],
  'packages/content/model-trial': ['test-servers'],
  'packages/testing/test-servers': [],
  tools: ['contracts', 'model-trial', 'registry', 'service-kit', 'document-store', 'object-store', 'test-servers'],
  'stand-ins': ['contracts', 'service-kit', 'document-store', 'test-servers'],
  e2e: ['build', 'contracts', 'registry', 'service-kit', 'stand-ins', 'test-servers', 'tools', 'ui'],
  bench: [
    'build',
    'contracts',
    'e2e',
    'exchange',
    'registry',
    'documents',
    'stand-ins',
    'study-content',
    'document-store',
    'service-kit',
    'test-servers',
  ],
};

/** A pattern of `no-restricted-imports`. */
type Pattern = { message: string } & ({ group: string[]; allowImportNames?: string[] } | { regex: string });

/** A package that is bundled into a shared module must be imported through that module, so that the page has a single copy. */
const facadesFor = (isShell: boolean): Pattern[] =>
  sharedModuleList
    .filter(({ isFacadeForShell = true }) => !isShell || isFacadeForShell)
    .flatMap(({ name, packages = [] }) => (packages.length > 0 ? [{ name, packages }] : []))
    .map(({ name, packages }) => ({
      group: packages.flatMap((each) => [each, `${each}/*`]),
      message: `Import ${name} instead: the shell shares it with all remotes, and a remote that bundles a second copy fails its build.`,
    }));

/** Of some modules, the shell shares only the names in the manifest. */
const sharedNames: readonly Pattern[] = sharedModuleList.flatMap(({ name, names }) =>
  names ? [{ group: [name], allowImportNames: [...names], message: `The shell shares no more of ${name} than these names.` }] : [],
);

const frontends = ['shell', ...remotes];

const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);

/** Returns the package name of a folder, without `@lectern/`. */
const packageOf = (folder: string): string => (folder.startsWith('services/') ? `${lastOf(folder)}-service` : lastOf(folder));

const patternsFor = (folder: string, allowed: readonly string[]): Pattern[] => {
  const own = [...allowed, lastOf(folder), packageOf(folder)];
  const others = new Set(
    Object.keys(mayImport)
      .map(packageOf)
      .filter((name) => !own.includes(name)),
  );
  return [
    {
      regex: `^@lectern/(${[...others].join('|')})(/|$)`,
      message: `${folder} may import only: ${allowed.join(', ') || 'nothing of ours'}.`,
    },
    {
      regex: `^(\\.\\./)+(packages|services|${services.map(lastOf).join('|')}|shell|mf-[a-z0-9-]+|api-gateway|stand-ins|tools)/`,
      message: 'Import a package by its name, never by a path into its folder.',
    },
    { regex: '^@lectern/[a-z0-9-]+/(src|dist)(/|$)', message: 'Nothing below a package’s exports may be imported.' },
    ...(frontends.includes(folder) ? facadesFor(folder === 'shell') : []),
    ...([...remotes, 'packages/web/ui'].includes(folder) ? sharedNames : []),
  ];
};

/** Folder of `packages/content/study-content/src` → the other folders that it may import. Engines and gate must not import each other. */
const studyContentLayers = { text: [], styles: ['text'], engines: ['text', 'styles'], gate: ['text', 'styles'] } as const;
const studyContent = 'packages/content/study-content';

/** The files that may import every layer. */
const aboveLayers = ['formulas', 'gather', 'generateGuide', 'generateItems', 'worker', 'createContentWorkers', 'index'];

const layerPatterns = (layer: string, allowed: readonly string[]): Pattern[] => {
  const refused = [...Object.keys(studyContentLayers).filter((other) => other !== layer && !allowed.includes(other)), ...aboveLayers];
  const message = `${studyContent}/src/${layer} may import of its package only: ${allowed.join(', ') || 'nothing'}.`;
  return [...patternsFor(studyContent, mayImport[studyContent] ?? []), { regex: `^(\\.\\./)+(${refused.join('|')})(/|\\.ts$)`, message }];
};

const rulesOf = (patterns: Pattern[]): NonNullable<OxlintOverride['rules']> => ({ 'no-restricted-imports': ['error', { patterns }] });

/** The overrides for `oxlint.config.ts`. */
export const boundaries: OxlintOverride[] = [
  ...Object.entries(mayImport).map(([folder, allowed]) => ({
    files: [`${folder}/**/*.{ts,tsx,js,mjs}`],
    // Configurations import packages/web/build, which is never shipped.
    excludeFiles: ['**/*.config.{js,mjs,ts}', '**/.storybook/**'],
    rules: rulesOf(patternsFor(folder, allowed)),
  })),
  ...Object.entries(studyContentLayers).map(([layer, allowed]) => ({
    files: [`${studyContent}/src/${layer}/**/*.{ts,js}`],
    excludeFiles: ['**/*.test.ts'],
    rules: rulesOf(layerPatterns(layer, allowed)),
  })),
];
