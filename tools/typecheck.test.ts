import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

it('checks the types of every part in one of three programs', () => {
  const folder = join(root, 'packages', 'web', 'build', 'tsconfig');
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  // The compiler itself resolves the patterns: there, a folder pattern with a star matches only files.
  const checked = globSync('all.*.json', { cwd: folder }).map((file) => {
    const shown = execFileSync(process.execPath, [compiler, '--showConfig', '-p', join(folder, file)], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    return (JSON.parse(shown) as { files: string[] }).files.map((each) => join(folder, each));
  });
  const parts = globSync(['*/tsconfig.json', 'packages/{contracts,*/*}/tsconfig.json', 'services/*/tsconfig.json'], { cwd: root })
    .map((file) => dirname(file))
    .filter((part) => existsSync(join(root, part, 'package.json')));
  expect(parts.length).toBeGreaterThan(20);
  for (const part of parts) {
    const programs = checked.filter((files) => files.some((file) => file.startsWith(join(root, part, '/'))));
    expect([part, programs.length]).toEqual([part, 1]);
  }
});
