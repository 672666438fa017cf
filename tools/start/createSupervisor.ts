import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createLogFile, type LogFile } from './createLogFile.ts';

/** One process of the site. */
export interface Part {
  name: string;
  /** The file to run, with its arguments. */
  command: string[];
  environment: NodeJS.ProcessEnv;
}

export interface SupervisorOptions {
  parts: readonly Part[];
  logFolder: string;
  /** How long a log may become, and how many files of it are kept. */
  logs: { bytesMax: number; filesMax: number };
  /** Shows a line to whoever started the site. */
  say: (line: string) => void;
  /** Told whenever a part is ready, at first and after every restart, with all process ids. */
  onPartReady?: (pids: Record<string, number | undefined>) => void;
}

interface Running {
  part: Part;
  process: ChildProcess | undefined;
  log: LogFile;
  isReady: boolean;
  /** Failures in a row before it was ready. */
  failures: number;
  timer: NodeJS.Timeout | undefined;
}

const graceMs = 9_000;

/** A young generation of 1 MB keeps a part that idles some 6 MB smaller; none of them allocates much at a time. */
const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];

/** A part cannot start with things as they are, and says why in one line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What parts tell over their channel. */
const told = (message: unknown, name: 'ready' | 'cannotStart'): unknown =>
  typeof message === 'object' && message !== null && name in message ? (message as Record<string, unknown>)[name] : undefined;

/**
 * Starts every part, starts again what ends, and ends them all. A part that had been ready is restarted at once, however
 * often; one that fails before it is ready is backed off up to 10 s.
 */
export function createSupervisor({ parts, logFolder, logs, say, onPartReady }: SupervisorOptions) {
  let stopping = false;
  /** There until all parts were ready once. */
  let starting: { done: () => void; failed: (error: StartError) => void } | undefined;
  const running: Running[] = parts.map((part) => ({
    part,
    process: undefined,
    log: createLogFile({ file: join(logFolder, `${part.name}.log`), ...logs, say, clock: () => new Date() }),
    isReady: false,
    failures: 0,
    timer: undefined,
  }));

  const pids = (): Record<string, number | undefined> => Object.fromEntries(running.map((each) => [each.part.name, each.process?.pid]));

  const start = (each: Running): void => {
    if (stopping) return;
    const child = spawn(process.execPath, [...nodeFlags, ...each.part.command], {
      env: each.part.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    each.process = child;
    each.isReady = false;
    const tail: string[] = [];
    const keep = (log: (data: Buffer) => void) => (data: Buffer) => {
      log(data);
      tail.push(data.toString());
      if (tail.length > 20) tail.shift();
    };
    child.stdout?.on('data', keep(each.log.source()));
    child.stderr?.on('data', keep(each.log.source()));
    child.on('message', (message) => {
      if (told(message, 'ready') !== undefined) {
        each.isReady = true;
        each.failures = 0;
        onPartReady?.(pids());
        if (running.every((other) => other.isReady)) starting?.done();
      }
      const reason = told(message, 'cannotStart');
      // Later on the other parts do without it, and it is tried again.
      if (typeof reason === 'string') starting?.failed(new StartError(reason));
    });
    child.on('error', (error) => say(`${each.part.name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      each.process = undefined;
      if (stopping) return;
      const wasReady = each.isReady;
      each.isReady = false;
      if (!wasReady) {
        each.failures += 1;
        if (each.failures <= 3)
          say(`${each.part.name} did not start (${signal ?? code}):\n${tail.join('').trim().split('\n').slice(-6).join('\n')}`);
      } else say(`${each.part.name} ended (${signal ?? code}); starting it again.`);
      each.timer = setTimeout(() => start(each), wasReady ? 0 : Math.min(10_000, 250 * 2 ** each.failures));
    });
  };

  return {
    /** Starts every part and resolves when all are ready. @throws StartError when one says that it cannot start */
    start: (): Promise<void> =>
      new Promise((resolve, reject) => {
        starting = {
          done: () => {
            starting = undefined;
            resolve();
          },
          failed: (error) => {
            starting = undefined;
            reject(error);
          },
        };
        for (const each of running) start(each);
      }),
    /** Ends every part and resolves when none is left. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(
        running.map(
          (each) =>
            new Promise<void>((resolve) => {
              clearTimeout(each.timer);
              const child = each.process;
              if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
              const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
              child.once('exit', () => {
                clearTimeout(force);
                resolve();
              });
              child.kill('SIGTERM');
            }),
        ),
      );
      await Promise.all(running.map(({ log }) => log.close()));
    },
  };
}
