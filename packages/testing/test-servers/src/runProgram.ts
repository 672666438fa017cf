import { spawn } from 'node:child_process';

export interface RunOptions {
  /** The folder it runs in. */
  cwd: string;
  /** Left out: ours. */
  env?: NodeJS.ProcessEnv;
}

/** A program that has ended. */
interface EndedProgram {
  /** `null` when a signal ended it. */
  code: number | null;
  /** Both of its outputs, as they came. */
  printed: string;
}

/** Runs a program until it ends, with any exit code. @throws Error when it cannot be started */
export const runToEnd = async (command: string, args: readonly string[], options: RunOptions): Promise<EndedProgram> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, printed };
};

/** Runs a program. @returns its output @throws Error with the end of the output, when the exit code is not 0 */
export const runProgram = async (command: string, args: readonly string[], options: RunOptions): Promise<string> => {
  const { code, printed } = await runToEnd(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${printed.slice(-4_000)}`);
  return printed;
};
