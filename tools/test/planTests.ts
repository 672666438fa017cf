import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package of the workspace. */
export interface Part {
  folder: string;
  name: string;
  /** The names of the workspace's packages that it depends on. */
  uses: readonly string[];
  hasStories: boolean;
  isTyped: boolean;
}

/** Some parts; the contracts are always tested. */
export interface PartsPlan {
  everything: false;
  parts: Part[];
  isSiteTested: boolean;
}

/** The tests to run. */
export type Plan = { everything: true; because: string } | PartsPlan;

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The packages of the workspace, sorted by folder. */
export const partsOf = (root: string): Part[] =>
  globSync(['*/package.json', 'packages/{contracts,*/*}/package.json', 'services/*/package.json'], { cwd: root })
    .map((file) => dirname(file))
    .sort()
    .map((folder) => {
      const {
        name,
        dependencies = {},
        devDependencies = {},
      } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
      const uses = Object.keys({ ...dependencies, ...devDependencies }).filter((each) => each.startsWith('@lectern/'));
      const has = (file: string): boolean => globSync(file, { cwd: join(root, folder) }).length > 0;
      return { folder, name, uses, hasStories: has('.storybook/main.js'), isTyped: has('tsconfig.json') };
    });

/** Documentation, which no test reads. */
const isProse = (file: string): boolean => file.startsWith('docs/') || file.endsWith('.md') || file === 'CODEOWNERS';

/** Tools that build, lint or test every part. */
const isShared = (file: string): boolean => file.startsWith('tools/');

/** No part imports a remote, and its contracts are tests of the remote, so that the tests of the site need not run. */
const isAlone = (folder: string): boolean => folder.startsWith('mf-') || folder === 'bench';

/**
 * The tests that a change needs: those of the changed parts and of the parts that depend on them, and those of the whole site unless only
 * remotes changed. A file that belongs to no part, or to the tools for all of them, needs all tests.
 *
 * @param changed - Files, relative to the root.
 */
export const planTests = (changed: readonly string[], parts: readonly Part[]): Plan => {
  const concerned = new Set<string>();
  for (const file of changed.filter((each) => !isProse(each))) {
    const part = isShared(file) ? undefined : parts.find(({ folder }) => file.startsWith(`${folder}/`));
    if (!part) return { everything: true, because: `${file} may concern every part` };
    concerned.add(part.name);
  }
  // Parts that depend on a concerned part, directly or through others.
  for (let size = -1; size !== concerned.size;) {
    size = concerned.size;
    for (const { name, uses } of parts) if (uses.some((each) => concerned.has(each))) concerned.add(name);
  }
  const planned = parts.filter(({ name }) => concerned.has(name));
  return { everything: false, parts: planned, isSiteTested: planned.some(({ folder }) => !isAlone(folder)) };
};

/** The plan for a single part, by its folder. */
export const planPart = (folder: string, parts: readonly Part[]): PartsPlan | undefined => {
  const part = parts.find((each) => each.folder === folder.replace(/(?<!\/)\/+$/, ''));
  return part && { everything: false, parts: [part], isSiteTested: false };
};

/** The name of a part's jest project. */
export const projectOf = ({ folder }: Part): string => {
  const own = folder.split('/').at(-1) ?? folder;
  return folder.startsWith('services/') ? `${own}-service` : own;
};
