import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A package of the workspace: its folder, its name, and the names of those of ours that it is made from.
 *
 * @typedef {{ folder: string, name: string, uses: readonly string[], hasStories: boolean, isTyped: boolean }} Part
 *
 * What is to be run. `parts` are folders; contracts are always tried.
 * @typedef {{ everything: true, because: string } | { everything: false, parts: Part[], isSiteTested: boolean }} Plan
 */

/** @returns {Part[]} */
export const partsOf = (/** @type {string} */ root) =>
  globSync(['*/package.json', 'packages/*/package.json', 'services/*/package.json'], { cwd: root })
    .map((file) => dirname(file))
    .sort()
    .map((folder) => {
      const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const uses = Object.keys({ ...dependencies, ...devDependencies }).filter((each) => each.startsWith('@lectern/'));
      const has = (/** @type {string} */ file) => globSync(file, { cwd: join(root, folder) }).length > 0;
      return { folder, name, uses, hasStories: has('.storybook/main.js'), isTyped: has('tsconfig.json') };
    });

/** Words for people; no test reads them. */
const isProse = (/** @type {string} */ file) => file.startsWith('docs/') || file.endsWith('.md') || file === 'CODEOWNERS';

/** What every part is built, linted or tested by. */
const isShared = (/** @type {string} */ file) => file.startsWith('tools/');

/** A remote is loaded by the site and imported by nobody: its contracts say whether the site still gets what it needs. */
const isAlone = (/** @type {string} */ folder) => folder.startsWith('mf-') || folder === 'bench';

/**
 * What a change makes worth running: the parts that it is in, those that are made from them, and the tests of the whole site unless only
 * remotes changed. A file that belongs to no part, or to what runs them all, may concern everything.
 *
 * @param {readonly string[]} changed Files, relative to the root.
 * @param {readonly Part[]} parts
 * @returns {Plan}
 */
export const planTests = (changed, parts) => {
  const concerned = new Set();
  for (const file of changed.filter((each) => !isProse(each))) {
    const part = isShared(file) ? undefined : parts.find(({ folder }) => file.startsWith(`${folder}/`));
    if (!part) return { everything: true, because: `${file} may concern every part` };
    concerned.add(part.name);
  }
  // Whoever uses a concerned part is concerned, and whoever uses that.
  for (let size = -1; size !== concerned.size;) {
    size = concerned.size;
    for (const { name, uses } of parts) if (uses.some((each) => concerned.has(each))) concerned.add(name);
  }
  const planned = parts.filter(({ name }) => concerned.has(name));
  return { everything: false, parts: planned, isSiteTested: planned.some(({ folder }) => !isAlone(folder)) };
};

/** One part by its folder, alone. @returns {Plan | undefined} */
export const planPart = (/** @type {string} */ folder, /** @type {readonly Part[]} */ parts) => {
  const part = parts.find((each) => each.folder === folder.replace(/(?<!\/)\/+$/, ''));
  return part && { everything: false, parts: [part], isSiteTested: false };
};

/** The name of a part's jest project. */
export const projectOf = (/** @type {Part} */ { folder }) => {
  const own = folder.split('/').at(-1) ?? folder;
  return folder.startsWith('services/') ? `${own}-service` : own;
};
