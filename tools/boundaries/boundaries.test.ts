import { sharedModuleList } from '@lectern/contracts/shared-modules';
import { lintFiles } from '../testing/lintFiles.ts';
import { mayImport } from './boundaries.ts';

/** Whether the boundary rule accepts imports in files. */
const lint = (cases: { file: string; source: string; names?: string }[]): boolean[] => {
  const files = cases.map(({ file }, index) => file.replace(/a\.js$/, `a${String(index)}.js`));
  const sources = cases.map(({ source, names }) => `import ${names ? `${names} from ` : ''}'${source}';\n`);
  const messages = lintFiles(Object.fromEntries(files.map((file, index) => [file, sources[index] ?? ''])));
  const refused = new Set(messages.filter(({ code }) => code === 'eslint(no-restricted-imports)').map(({ filename }) => filename));
  return files.map((file) => !refused.has(file));
};

const allowed: readonly (readonly [file: string, source: string])[] = [
  ['mf-auth/src/a.js', '@lectern/platform'],
  ['mf-auth/src/a.js', '@lectern/platform/router'],
  ['mf-auth/src/a.js', '@lectern/platform/query'],
  ['mf-study/src/a.js', '@lectern/ui'],
  ['mf-study/src/a.js', '@lectern/ui/primitives'],
  ['shell/src/a.js', '@lectern/contracts'],
  ['shell/server/a.js', '@lectern/service-kit/drain'],
  ['services/auth/src/a.js', '@lectern/service-kit'],
  ['services/library/src/a.js', '@lectern/documents'],
  ['packages/web/platform/src/a.js', '@lectern/contracts'],
  ['packages/server/service-kit/src/a.js', '@lectern/document-store'],
  ['packages/content/study-content/src/engines/offline/a.js', '../../styles/guideStyles.ts'],
  ['packages/content/study-content/src/gate/a.js', '../text/words.ts'],
  ['packages/content/study-content/src/gate/a.js', '@lectern/contracts'],
];
const refused: typeof allowed = [
  // remote ↛ remote
  ['mf-auth/src/a.js', '@lectern/mf-study'],
  ['mf-library/src/a.js', '@lectern/mf-billing'],
  ['mf-library/src/a.js', '../../mf-billing/src/remote.ts'],
  ['mf-library/src/a.js', '../../mf-study-notes/src/remote.ts'],
  ['mf-library/src/a.js', '../../mf-unit-2/src/remote.ts'],
  // service ↛ service
  ['services/auth/src/a.js', '@lectern/billing-service'],
  ['services/study/src/a.js', '@lectern/library-service'],
  ['services/study/src/a.js', '../../library/src/store.ts'],
  // package ↛ app
  ['packages/web/platform/src/a.js', '@lectern/shell'],
  ['packages/web/ui/src/a.js', '@lectern/platform'],
  ['packages/contracts/src/a.js', '@lectern/service-kit'],
  ['packages/server/service-kit/src/a.js', '@lectern/auth-service'],
  // browser ↛ server, server ↛ browser
  ['shell/src/a.js', '@lectern/service-kit/drain'],
  ['mf-study/src/a.js', '@lectern/study-content'],
  ['mf-study/src/a.js', '@lectern/document-store'],
  ['services/auth/src/a.js', '@lectern/ui'],
  ['api-gateway/src/a.js', '@lectern/auth-service'],
  // only a package's exports, and shared modules only through the facades
  ['mf-auth/src/a.js', '@lectern/ui/src/Button.tsx'],
  ['bench/a.js', '@lectern/mf-unit-2/src/remote.ts'],
  ['mf-auth/src/a.js', 'react-router-dom'],
  ['mf-study/src/a.js', 'radix-ui'],
  ['mf-study/src/a.js', '@tanstack/react-query'],
  ['mf-study/src/a.js', 'zod/mini'],
  // text ← styles ← engines and gate; engines and gate do not import each other
  ['packages/content/study-content/src/text/a.js', '../styles/guideStyles.ts'],
  ['packages/content/study-content/src/styles/a.js', '../gate/checkQuestion.ts'],
  ['packages/content/study-content/src/engines/model/a.js', '../../gate/checkQuestion.ts'],
  ['packages/content/study-content/src/gate/a.js', '../engines/offline/offlineEngine.ts'],
  ['packages/content/study-content/src/gate/a.js', '../generateGuide.ts'],
  ['packages/content/study-content/src/gate/a.js', '@lectern/service-kit'],
];

describe('boundaries', () => {
  let results: boolean[];
  beforeAll(async () => {
    results = await lint([...allowed, ...refused].map(([file, source]) => ({ file, source })));
  });
  it.each(allowed.map((each, index) => [...each, index] as const))('%s may import %s', (_file, _source, index) => {
    expect(results[index]).toBe(true);
  });
  it.each(refused.map((each, index) => [...each, index + allowed.length] as const))('%s may not import %s', (_file, _source, index) => {
    expect(results[index]).toBe(false);
  });
});

describe('groups of packages', () => {
  const groupOf = new Map(
    Object.keys(mayImport).flatMap((folder) => {
      const [, group, name = group] = folder.startsWith('packages/') ? folder.split('/') : [];
      return group ? [[name, group] as const] : [];
    }),
  );
  it.each([...groupOf])('%s imports from its own group (%s), contracts and test servers only', (name, group) => {
    const folder = name === group ? `packages/${name}` : `packages/${group}/${name}`;
    const groups = new Set(mayImport[folder]?.map((each) => groupOf.get(each)));
    expect([...groups].filter((each) => each !== group && each !== 'contracts' && each !== 'testing')).toEqual([]);
  });
});

describe('the manifest of shared modules', () => {
  const remote = 'mf-auth/src/a.js';
  const anyOf = (scope: string): string => (scope === '@radix-ui' ? '@radix-ui/react-dialog' : scope);
  const cases = sharedModuleList.flatMap(({ name, names = ['anything'], packages = [], isFacadeForShell = true }) => [
    { file: remote, source: name, names: `{ ${names.join(', ')} }`, isAllowed: true },
    ...packages.flatMap((held) => [
      { file: remote, source: anyOf(held), names: '{ anything }', isAllowed: false },
      { file: 'shell/src/a.js', source: anyOf(held), names: '{ anything }', isAllowed: !isFacadeForShell },
    ]),
  ]);
  const unshared = sharedModuleList
    .filter(({ names }) => names)
    .map(({ name }) => ({ file: remote, source: name, names: '{ anything }', isAllowed: false }));
  const all = [...cases, ...unshared];
  let results: boolean[];
  beforeAll(async () => {
    results = await lint(all);
  });
  it.each(all.map((each, index) => ({ ...each, index })))('$file imports $names from $source: $isAllowed', ({ index, isAllowed }) => {
    expect(results[index]).toBe(isAllowed);
  });
});
