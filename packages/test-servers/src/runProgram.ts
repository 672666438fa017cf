import { spawn } from 'node:child_process';

export interface RunOptions {
  /** The folder it runs in. */
  cwd: string;
  /** Left out: ours. */
  env?: NodeJS.ProcessEnv;
}

/** A program that came to its end. */
export interface EndedProgram {
  /** `null` when a signal ended it. */
  code: number | null;
  /** Both of its outputs, as they came. */
  printed: string;
}

/** Runs a program to its end, however that is. @throws Error when it cannot be started */
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

/** Runs a program that has to end well. @returns what it printed @throws Error with the end of it, when it did not */
export const runProgram = async (command: string, args: readonly string[], options: RunOptions): Promise<string> => {
  const { code, printed } = await runToEnd(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${printed.slice(-4_000)}`);
  return printed;
};
