import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

it('checks the types of every part in one of three programs', () => {
  const folder = join(root, 'packages', 'build', 'tsconfig');
  const included = globSync('all.*.json', { cwd: folder }).flatMap((file) => {
    const { include } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { include: string[] };
    return include.flatMap((pattern) => globSync(relative(root, resolve(folder, pattern)), { cwd: root }));
  });
  const parts = globSync(['*/tsconfig.json', 'packages/*/tsconfig.json', 'services/*/tsconfig.json'], { cwd: root }).map((file) =>
    dirname(file),
  );
  expect(parts.filter((part) => existsSync(join(root, part, 'package.json')) && !included.includes(part))).toEqual([]);
  expect(new Set(included).size).toBe(included.length);
});
