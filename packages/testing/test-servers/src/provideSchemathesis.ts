import { dirname, join } from 'node:path';
import { provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';

const requirements = join(recipes, 'python', 'requirements.txt');

/** Installs schemathesis when it is not there yet. Ask `engineFor('python')` first. @returns its command */
export async function provideSchemathesis(): Promise<string> {
  const folder = await provide('schemathesis', [requirements], async (unfinished) => {
    await runProgram('python3', ['-m', 'venv', 'python'], { cwd: unfinished });
    await runProgram(join(unfinished, 'python', 'bin', 'python'), ['-m', 'pip', 'install', '-q', '-r', requirements], { cwd: unfinished });
  });
  return join(folder, 'python', 'bin', 'python');
}

/**
 * Installs what checks containers and manifests when it is not there yet. Ask `engineFor('python')` first.
 *
 * @returns commands with their first arguments
 */
export async function provideDeployChecks(): Promise<Record<'hadolint' | 'kubernetesValidate', readonly [string, ...string[]]>> {
  const python = await provideSchemathesis();
  return { hadolint: [join(dirname(python), 'hadolint')], kubernetesValidate: [python, '-m', 'kubernetes_validate'] };
}
