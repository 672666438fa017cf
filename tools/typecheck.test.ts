import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

it('checks the types of every part in one of three programs', () => {
  const folder = join(root, 'packages', 'build', 'tsconfig');
  // As the compiler reads them: a folder with a star in its name means files only.
  const checked = globSync('all.*.json', { cwd: folder }).map((file) => {
    const config: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return ts.parseJsonConfigFileContent(config, ts.sys, folder).fileNames;
  });
  const parts = globSync(['*/tsconfig.json', 'packages/*/tsconfig.json', 'services/*/tsconfig.json'], { cwd: root })
    .map((file) => dirname(file))
    .filter((part) => existsSync(join(root, part, 'package.json')));
  expect(parts.length).toBeGreaterThan(20);
  for (const part of parts) {
    const programs = checked.filter((files) => files.some((file) => file.startsWith(join(root, part, '/'))));
    expect([part, programs.length]).toEqual([part, 1]);
  }
});
