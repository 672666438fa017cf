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
  let printed = '';
  const line = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      // Further output is read and dropped, because a full pipe would block the program.
      if (printed.length > 100_000) return;
      printed += chunk.toString();
      // The last one may not have come in whole.
      const found = printed
        .split('\n')
        .slice(0, -1)
        .find((each) => ready.test(each));
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${command} ended before it was ready:\n${printed.slice(-4_000)}`)));
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
