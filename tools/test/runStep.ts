import { spawn, type ChildProcess } from 'node:child_process';
import { root } from '../command.ts';

/** How much of a failed step's output is shown, in characters. */
const shownLength = 20_000;

const running = new Set<ChildProcess>();
let stopped = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stopped = true;
    for (const child of running) child.kill(signal);
  });

/** Whether this process was asked to stop. */
export const isStopped = (): boolean => stopped;

/** Runs a program. Prints its output at the end, so that concurrent steps stay readable. @returns its exit code */
export const runStep = (name: string, command: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    if (stopped) return resolve(1);
    const startedAt = performance.now();
    const output: Buffer[] = [];
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data));
    child.once('error', (error) => output.push(Buffer.from(String(error))));
    child.once('close', (code) => {
      running.delete(child);
      process.stdout.write(`\n── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
      const text = Buffer.concat(output).toString();
      const notes = new Set(text.split('\n').filter((line) => /^\s*(skipped|note):/i.test(line)));
      if (code !== 0) process.stdout.write(text.slice(-shownLength));
      else if (notes.size > 0) process.stdout.write(`${[...notes].join('\n')}\n`);
      resolve(code ?? 1);
    });
  });
