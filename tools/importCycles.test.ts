import { lintFiles } from './testing/lintFiles.ts';

/** Returns the files that the project's lint reports as import cycles. */
const inCircles = (sources: Record<string, string>): string[] => {
  const messages = lintFiles(sources);
  return [...new Set(messages.filter(({ code }) => code === 'import(no-cycle)').map(({ filename }) => filename))].sort();
};

describe('circles of imports', () => {
  it('are found, also of types alone and of exports', () => {
    const found = inCircles({
      'a.ts': `import type { B } from './b.ts'; export type A = B;`,
      'b.ts': `export * from './c.ts'; export type B = 1;`,
      'c.ts': `import type { A } from './a'; export type C = A;`,
      'd.ts': `import './a.ts'; import './e.tsx';`,
      'e.tsx': `export const e = 1;`,
    });
    expect(found).toEqual(['a.ts', 'b.ts', 'c.ts']);
  });

  it('are not in a diamond', () => {
    const found = inCircles({
      'a.ts': `import './b.ts'; import './c.ts';`,
      'b.ts': `import './d.ts';`,
      'c.ts': `import './d.ts';`,
      'd.ts': `export const d = 1;`,
    });
    expect(found).toEqual([]);
  });
});
