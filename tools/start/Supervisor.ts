import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
  /** Maximum size of a log file, and how many files are kept. */
  logs: { bytesMax: number; filesMax: number };
  /** Prints a line to the terminal that started the site. */
  say: (line: string) => void;
  /** Called whenever a part becomes ready, including restarts, with all process ids. */
  onPartReady?: (pids: Record<string, number | undefined>) => void;
}

/** The message from `prepareSite.process.ts` to the supervisor. */
export interface SitePlan extends Pick<SupervisorOptions, 'logFolder' | 'logs'> {
  parts: Part[];
  /** Where the process ids are stored, for tests and benchmarks. */
  pidsFile: string;
  /** Printed once the site is ready. */
  addresses: string[];
  siteUrl: string;
}

interface Running {
  part: Part;
  log: LogFile;
  process?: ChildProcess | undefined;
  isReady?: boolean;
  /** Consecutive failures before it became ready. */
  failures: number;
  timer?: NodeJS.Timeout;
}

/** Time from SIGTERM to SIGKILL. Longer than a part waits for a running generation (`packages/server/service-kit/src/serve.ts`). */
const graceMs = 30_000;
const longestBackoffMs = 10_000;
/** How many consecutive failures are printed, each with the last lines of output. */
const shownFailures = 3;
const tailChunks = 20;
const tailLines = 6;

/**
 * With 1 MB, an idle part takes 7 MB less but needs 8 % more CPU time under load. With Node's default of 16 MB, it takes 8 MB more and is
 * no faster.
 */
const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/** A part reported that it cannot start, with a one-line reason. A restart would not help. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Writes output to the log. @returns a function that gives its last lines */
const logOutput = (child: ChildProcess, log: LogFile): (() => string) => {
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    const write = log.source();
    stream?.on('data', (data: Buffer) => {
      write(data);
      tail.push(data.toString());
      if (tail.length > tailChunks) tail.shift();
    });
  }
  return () => tail.join('').trim().split('\n').slice(-tailLines).join('\n');
};

/** Ends a process, by force if necessary. Resolves when it has ended. */
const endProcess = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
};

/**
 * Returns the delay before a part is restarted, in ms. A part that was ready is restarted immediately, however often it ended. The delay of
 * a part that failed before it was ready doubles each time, up to 10 s.
 */
export const restartDelayMs = ({ wasReady, failures }: { wasReady: boolean; failures: number }): number =>
  wasReady ? 0 : Math.min(longestBackoffMs, 250 * 2 ** failures);

/** Starts every part, restarts those that end (see {@link restartDelayMs}), and stops them all. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #running: Running[];
  /** Set until all parts have been ready once. */
  #starting: PromiseWithResolvers<void> | undefined;
  #isStopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { parts, logFolder, logs, say } = options;
    const logOf = ({ name }: Part): LogFile =>
      createLogFile({ file: join(logFolder, `${name}.log`), ...logs, say, clock: () => new Date() });
    this.#running = parts.map((part) => ({ part, log: logOf(part), failures: 0 }));
  }

  /** Starts every part and resolves once all are ready. @throws StartError if one reports that it cannot start */
  start(): Promise<void> {
    const { promise } = (this.#starting = Promise.withResolvers());
    for (const each of this.#running) this.#startPart(each);
    return promise;
  }

  /** Ends every part and resolves once none is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      this.#running.map(async ({ timer, process: child }) => {
        clearTimeout(timer);
        if (child && child.exitCode === null && child.signalCode === null) await endProcess(child);
      }),
    );
    for (const { log } of this.#running) log.close();
  }

  #startPart(each: Running): void {
    if (this.#isStopping) return;
    const { say } = this.#options;
    const { name, command, environment } = each.part;
    const child = spawn(process.execPath, [...nodeFlags, ...command], { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    each.process = child;
    each.isReady = false;
    const lastLines = logOutput(child, each.log);
    child.on('message', (message) => this.#receive(each, message as { ready?: unknown; cannotStart?: unknown } | null));
    child.on('error', (error) => say(`${name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      const wasReady = each.isReady === true;
      Object.assign(each, { process: undefined, isReady: false });
      if (this.#isStopping) return;
      if (!wasReady) each.failures += 1;
      if (wasReady) say(`${name} ended (${signal ?? code}); starting it again.`);
      else if (each.failures <= shownFailures) say(`${name} did not start (${signal ?? code}):\n${lastLines()}`);
      each.timer = setTimeout(() => this.#startPart(each), restartDelayMs({ wasReady, failures: each.failures }));
    });
  }

  #receive(each: Running, message: { ready?: unknown; cannotStart?: unknown } | null): void {
    if (message?.ready !== undefined) {
      Object.assign(each, { isReady: true, failures: 0 });
      this.#options.onPartReady?.(Object.fromEntries(this.#running.map(({ part, process: child }) => [part.name, child?.pid])));
      if (this.#running.every(({ isReady }) => isReady)) this.#starting?.resolve();
    }
    // Has no effect once the site has started: the other parts continue, and this one is restarted.
    if (typeof message?.cannotStart === 'string') this.#starting?.reject(new StartError(message.cannotStart));
  }
}
