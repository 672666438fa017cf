import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A violation, with a code such as `eslint(no-restricted-imports)`. */
type LintMessage = { code: string; filename: string };

/** Lints sources as if they were at these paths in the repository, in a temporary folder with its configuration. */
export const lintFiles = (sources: Readonly<Record<string, string>>): LintMessage[] => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lint-'));
  try {
    for (const [file, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    // File patterns are relative to the configuration's folder.
    writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from ${JSON.stringify(join(root, 'oxlint.config.ts'))};\n`);
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    // The exit code is 1 if there are violations.
    const { stdout } = spawnSync(process.execPath, [program, '--format', 'json', '.'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
    return (JSON.parse(stdout) as { diagnostics: LintMessage[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
