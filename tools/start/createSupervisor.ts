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

/** What `prepareSite.process.ts` sends to the supervisor. */
export interface SitePlan extends Pick<SupervisorOptions, 'logFolder' | 'logs'> {
  parts: Part[];
  /** The file in which the process ids are kept, for tests and benchmarks. */
  pidsFile: string;
  /** Shown once the site is ready: where everything is. */
  addresses: string[];
  siteUrl: string;
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

/** From SIGTERM to SIGKILL: longer than a part lets a generation end (`packages/server/service-kit/src/serve.ts`). */
const graceMs = 30_000;
const longestBackoffMs = 10_000;
/** Failures in a row that are shown. */
const shownFailures = 3;
/** Chunks of output that are kept, and lines of them that are shown when a part does not start. */
const tailChunks = 20;
const tailLines = 6;

/**
 * Half of a young generation, in MB. With 1 a part that idles is 7 MB smaller, but needs 8 % more of the processor under load for garbage collection.
 * With Node's 16 a part is 8 MB larger and no faster.
 */
const semiSpaceMb = 4;
const nodeFlags = ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${String(semiSpaceMb)}`];

/** A part reported that it cannot start, with the reason in one line. A restart would not help. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A message that a part sends over its channel. */
const messageOf = (message: unknown, name: 'ready' | 'cannotStart'): unknown =>
  typeof message === 'object' && message !== null && name in message ? (message as Record<string, unknown>)[name] : undefined;

/** Passes output to the log, and keeps the newest of it. */
const logOutput = (child: ChildProcess, log: LogFile): { lastLines: () => string } => {
  const tail: string[] = [];
  const keep = (write: (data: Buffer) => void) => (data: Buffer) => {
    write(data);
    tail.push(data.toString());
    if (tail.length > tailChunks) tail.shift();
  };
  child.stdout?.on('data', keep(log.source()));
  child.stderr?.on('data', keep(log.source()));
  return { lastLines: () => tail.join('').trim().split('\n').slice(-tailLines).join('\n') };
};

/** Ends a process, by force when it does not end by itself. Resolves when it has ended. */
const endProcess = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });

/** The supervisor's reactions to events of a part. */
interface PartEvents {
  onReady: () => void;
  onCannotStart: (reason: string) => void;
  isStopping: () => boolean;
  say: (line: string) => void;
}

/**
 * The wait before a part is started again, in ms. A part that had been ready is started at once, however often it ended; one that
 * failed before it was ready waits twice as long each time, up to 10 s.
 */
export const restartDelayMs = ({ wasReady, failures }: { wasReady: boolean; failures: number }): number =>
  wasReady ? 0 : Math.min(longestBackoffMs, 250 * 2 ** failures);

/** Starts a part, and starts it again when it ends. */
const startPart = (each: Running, events: PartEvents): void => {
  const { onReady, onCannotStart, isStopping, say } = events;
  if (isStopping()) return;
  const child = spawn(process.execPath, [...nodeFlags, ...each.part.command], {
    env: each.part.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  each.process = child;
  each.isReady = false;
  const output = logOutput(child, each.log);
  child.on('message', (message) => {
    if (messageOf(message, 'ready') !== undefined) {
      each.isReady = true;
      each.failures = 0;
      onReady();
    }
    const reason = messageOf(message, 'cannotStart');
    if (typeof reason === 'string') onCannotStart(reason);
  });
  child.on('error', (error) => say(`${each.part.name}: ${error.message}`));
  child.once('exit', (code, signal) => {
    each.process = undefined;
    if (isStopping()) return;
    const wasReady = each.isReady;
    each.isReady = false;
    if (!wasReady) each.failures += 1;
    if (wasReady) say(`${each.part.name} ended (${signal ?? code}); starting it again.`);
    else if (each.failures <= shownFailures) say(`${each.part.name} did not start (${signal ?? code}):\n${output.lastLines()}`);
    each.timer = setTimeout(() => startPart(each, events), restartDelayMs({ wasReady, failures: each.failures }));
  });
};

/** Starts every part, starts again those that end (see {@link restartDelayMs}), and ends them all. */
export function createSupervisor({ parts, logFolder, logs, say, onPartReady }: SupervisorOptions) {
  let stopping = false;
  /** There until all parts were ready for the first time. */
  let starting: PromiseWithResolvers<void> | undefined;
  const running: Running[] = parts.map((part) => ({
    part,
    process: undefined,
    log: createLogFile({ file: join(logFolder, `${part.name}.log`), ...logs, say, clock: () => new Date() }),
    isReady: false,
    failures: 0,
    timer: undefined,
  }));

  const events: PartEvents = {
    say,
    isStopping: () => stopping,
    onReady: () => {
      onPartReady?.(Object.fromEntries(running.map((each) => [each.part.name, each.process?.pid])));
      if (!running.every(({ isReady }) => isReady)) return;
      starting?.resolve();
      starting = undefined;
    },
    // After the start of the site the other parts go on, and this one is restarted.
    onCannotStart: (reason) => {
      starting?.reject(new StartError(reason));
      starting = undefined;
    },
  };

  return {
    /** Starts every part and resolves when all are ready. @throws StartError when one says that it cannot start */
    start: (): Promise<void> => {
      starting = Promise.withResolvers();
      const { promise } = starting;
      for (const each of running) startPart(each, events);
      return promise;
    },
    /** Ends every part and resolves when none is left. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(
        running.map(async ({ timer, process: child }) => {
          clearTimeout(timer);
          if (child && child.exitCode === null && child.signalCode === null) await endProcess(child);
        }),
      );
      for (const { log } of running) log.close();
    },
  };
}
