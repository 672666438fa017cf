import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** `import …`, `import type …`, `export … from`, `import(…)` and `require(…)` of a path, also behind a comment for webpack. A text that looks like one counts, too, if its file exists. */
const anImport = /\b(?:from|import|require)[\s(]*(?:\/\*[^*]*\*\/\s*)*(['"`])(\.[^'"`\n]*)\1/g;

/** The files of this repository that a file imports, type imports included. */
const importsOf = (file: string, source: string): string[] =>
  Array.from(source.matchAll(anImport), ([, , name = '']) => {
    const target = join(dirname(file), name);
    return endings.map((ending) => `${target}${ending}`).find((each) => /\.[cm]?[jt]sx?$/.test(each) && existsSync(each));
  }).filter((found) => found !== undefined);

/**
 * Groups of files that import each other in a circle, types included: none of them can be read, moved or tested without the others.
 * Tarjan, "Depth-first search and linear graph algorithms" (1972).
 * @param files - absolute paths
 * @returns each group in alphabetical order; empty where there is no circle
 */
export function findImportCycles(files: readonly string[]): string[][] {
  const known = new Set(files);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const target of importsOf(file, readFileSync(file, 'utf8'))) {
      if (!known.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file) ?? own, lowest.get(target) ?? own));
    }
    if (lowest.get(file) !== own) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return cycles;
}
