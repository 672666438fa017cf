import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { engineFor, provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';

const requirements = join(recipes, 'fsrs', 'requirements.txt');
const installer = join(import.meta.dirname, 'installFsrs.ts');

/**
 * Installs py-fsrs, an implementation of FSRS by others, when it is not there yet.
 * @returns the command of a Python that has it
 * @throws Error when it cannot be installed
 */
export async function provideFsrs(): Promise<string> {
  const folder = await provide('fsrs', [requirements], async (unfinished) => {
    await runProgram('python3', ['-m', 'venv', 'python'], { cwd: unfinished });
    await runProgram(join(unfinished, 'python', 'bin', 'python'), ['-m', 'pip', 'install', '-q', '-r', requirements], { cwd: unfinished });
  });
  return join(folder, 'python', 'bin', 'python');
}

/** A Python with py-fsrs, or one line that says why its tests are skipped. It waits, since tests are skipped before any of them runs. */
export function findFsrs(): { python: string } | { missing: string } {
  const missing = engineFor('python');
  if (missing !== undefined) return { missing };
  try {
    return { python: execFileSync(process.execPath, [installer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() };
  } catch {
    // Without a package registry, for example. The line says it.
    return { missing: 'skipped: py-fsrs could not be installed on this machine.' };
  }
}
