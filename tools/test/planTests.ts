import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** Tests of some parts. The contracts are always tested. */
export type PartsPlan = { everything: false; parts: Part[]; isSiteTested: boolean };
export type Plan = { everything: true; because: string } | PartsPlan;

type Names = Readonly<Record<string, string>>;

/** The packages of the workspace, sorted by folder. */
export const partsOf = (root: string): Part[] =>
  globSync(['*/package.json', 'packages/{contracts,*/*}/package.json', 'services/*/package.json'], { cwd: root })
    .sort()
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string;
        dependencies?: Names;
        devDependencies?: Names;
      };
      const uses = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((each) => each.startsWith('@lectern/'));
      const folder = dirname(file);
      const has = (wanted: string): boolean => existsSync(join(root, folder, wanted));
      return { folder, name: manifest.name, uses, hasStories: has('.storybook/main.js'), isTyped: has('tsconfig.json') };
    });

/** Documentation, which no test reads. */
const isProse = (file: string): boolean => file.startsWith('docs/') || file.endsWith('.md') || file === 'CODEOWNERS';

/** No part imports a remote, and contract tests cover it, so the tests of the site need not run. */
const isAlone = (folder: string): boolean => folder.startsWith('mf-') || folder === 'bench';

/**
 * Returns the tests that a change needs: those of the changed parts and of their dependents, and those of the whole site unless only
 * remotes changed. A file of the tools or outside all parts needs all tests.
 *
 * @param changed - files, relative to the root
 */
export const planTests = (changed: readonly string[], parts: readonly Part[]): Plan => {
  const concerned = new Set<string>();
  for (const file of changed.filter((each) => !isProse(each))) {
    const part = parts.find(({ folder }) => folder !== 'tools' && file.startsWith(`${folder}/`));
    if (!part) return { everything: true, because: `${file} may concern every part` };
    concerned.add(part.name);
  }
  // Adds dependents, transitively.
  for (let size = -1; size !== concerned.size;) {
    size = concerned.size;
    for (const { name, uses } of parts) if (uses.some((each) => concerned.has(each))) concerned.add(name);
  }
  const planned = parts.filter(({ name }) => concerned.has(name));
  return { everything: false, parts: planned, isSiteTested: planned.some(({ folder }) => !isAlone(folder)) };
};

/** Returns the plan for a single part, by its folder. */
export const planPart = (folder: string, parts: readonly Part[]): PartsPlan | undefined => {
  const part = parts.find((each) => each.folder === folder.replace(/(?<!\/)\/+$/, ''));
  return part && { everything: false, parts: [part], isSiteTested: false };
};

/** Returns the name of a part's jest project. */
export const projectOf = ({ folder }: Part): string => folder.replace(/^services\/(.*)$/, '$1-service').replace(/^.*\//, '');
