import { spawn } from 'node:child_process';

/** A program that runs until `stop`. */
export interface Program {
  /** The first line that matched. */
  line: string;
  stop(): Promise<void>;
}

/** Starts a program and waits for a line of its output. It ends with this process, also when that is killed. */
export async function startProgram(command: string, args: readonly string[], ready: RegExp): Promise<Program> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Apart, because a line of one may come in the middle of a line of the other.
  const printed = { stdout: '', stderr: '' };
  const line = await new Promise<string>((resolve, reject) => {
    const read = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
      // Further output is read and dropped, because a full pipe would block the program.
      if (printed[stream].length > 100_000) return;
      printed[stream] += chunk.toString();
      // The last one may not have come in whole.
      const found = printed[stream]
        .split('\n')
        .slice(0, -1)
        .find((each) => ready.test(each));
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read('stdout'));
    child.stderr.on('data', read('stderr'));
    child.once('error', reject);
    const tail = (): string => `${printed.stdout.slice(-2_000)}\n${printed.stderr.slice(-2_000)}`;
    void ended.then(() => reject(new Error(`${command} ended before it was ready:\n${tail()}`)));
  });
  return {
    line,
    async stop() {
      process.off('exit', endWithUs);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
