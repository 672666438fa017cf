import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findImportCycles } from './importCycles.ts';

const root = join(__dirname, '..');

describe('circles of imports', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-cycles-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const cyclesOf = (sources: Record<string, string>): string[][] => {
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
    return findImportCycles(Object.keys(sources).map((name) => join(folder, name))).map((cycle) =>
      cycle.map((file) => file.slice(folder.length + 1)),
    );
  };

  it('are found, also of types alone, of exports and of imports at run time', () => {
    const cycles = cyclesOf({
      'a.ts': `import type { B } from './b.ts'; export type A = B;`,
      'b.ts': `export * from './c.ts'; export type B = 1;`,
      'c.ts': `export const load = () => import(/* webpackChunkName: "a" */ './a');`,
      'd.ts': `import './a.ts'; import './e.tsx';`,
      'e.tsx': `export const e = 1;`,
    });
    expect(cycles).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  it('are not in a diamond', () => {
    const cycles = cyclesOf({
      'a.ts': `import './b.ts'; import './c.ts';`,
      'b.ts': `import './d.ts';`,
      'c.ts': `import './d.ts';`,
      'd.ts': `export const d = 1;`,
    });
    expect(cycles).toEqual([]);
  });
});

test('no file of ours imports in a circle', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const cycles = findImportCycles(files.map((file) => join(root, file))).map((cycle) => cycle.map((file) => file.slice(root.length + 1)));
  expect(cycles).toEqual([]);
});
