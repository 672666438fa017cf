import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A violation. */
export interface LintMessage {
  /** `eslint(no-restricted-imports)`, for example. */
  code: string;
  filename: string;
}

/**
 * Lints files with the configuration of this project, in a temporary folder.
 *
 * @param sources - texts by their paths in this repository
 */
export const lintFiles = async (sources: Readonly<Record<string, string>>): Promise<LintMessage[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lint-'));
  try {
    for (const [file, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    // Patterns of files are relative to the configuration's folder.
    writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from ${JSON.stringify(join(root, 'oxlint.config.ts'))};\n`);
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    // Its exit code is 1 if it finds something.
    const printed = await new Promise<string>((resolve) => {
      execFile(process.execPath, [program, '--format', 'json', '.'], { cwd: folder, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
        resolve(stdout || stderr);
      });
    });
    return (JSON.parse(printed) as { diagnostics: LintMessage[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
