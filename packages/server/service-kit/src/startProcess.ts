import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The limits of a process. It is killed when it exceeds one. */
export interface ProcessLimits {
  /** The JavaScript heap in MB. */
  heapMb: number;
  /** The resident memory, including allocations by native code. Checked on Linux. */
  residentBytes: number;
  /** The wall-clock time since the start. Defaults to unlimited. */
  milliseconds?: number;
  /** The CPU time of all its threads since the start; the start itself takes 100 to 300 ms. Checked on Linux. Defaults to unlimited. */
  processorMilliseconds?: number;
}

/** The end of a process. */
export interface ProcessEnd {
  /** The limit for which it was killed; absent for other ends. */
  limit?: 'time' | 'memory';
  /** The exit code or signal, or the error of its start. */
  status: string;
  /** The end of its stderr. */
  written: string;
}

/** A process with limits. */
export interface LimitedProcess {
  /** Resolves when the message was written, or the process has ended. A message of more than a megabyte blocks the event loop. */
  send(message: Serializable): Promise<void>;
  kill(): void;
  /** Stops the process from keeping the service alive. */
  unref(): void;
  /** Resolves when the process has ended and all its messages have arrived. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
}

export interface ProcessOptions {
  limits: ProcessLimits;
  args?: readonly string[];
  onMessage: (message: unknown) => void;
}

/** The interval between two checks of a process in milliseconds. Native code unpacks about ten megabytes in this time. */
const lookEvery = 25;
/** The maximum number of stored characters of stderr. */
const keptCharacters = 4_000;
/** The unit in which Linux reports CPU time, the same on every processor: a hundredth of a second, in milliseconds. */
const tickMs = 10;

const isOutOfHeap = (written: string): boolean => /out of memory/i.test(written);

/** Returns the resident memory and CPU time of a process. Zeros after its end, and without `/proc`. */
const useOf = (pid: number | undefined): { residentBytes: number; processorMilliseconds: number } => {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses, and may contain spaces.
    const [user = '0', system = '0'] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return { residentBytes: Number(kilobytes) * 1024, processorMilliseconds: (Number(user) + Number(system)) * tickMs };
  } catch {
    return { residentBytes: 0, processorMilliseconds: 0 };
  }
};

/** Returns the environment of a process: only the folder of compiled code, which reduces its start to a third of the time and is not a secret. */
const environment = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
};

/** Calls `passed` for each limit that the process exceeds. @returns a function that stops the checks */
const watch = (pid: number | undefined, limits: ProcessLimits, passed: (limit: 'time' | 'memory') => void): (() => void) => {
  const { residentBytes, processorMilliseconds = Infinity, milliseconds } = limits;
  const look = (): void => {
    const use = useOf(pid);
    if (use.residentBytes > residentBytes) passed('memory');
    else if (use.processorMilliseconds > processorMilliseconds) passed('time');
  };
  const looks = setInterval(look, lookEvery).unref();
  const deadline = milliseconds === undefined ? undefined : setTimeout(passed, milliseconds, 'time');
  return () => {
    clearInterval(looks);
    clearTimeout(deadline);
  };
};

/** Resolves with the exit code or signal of a process when it has ended and its messages have arrived, or with the error of its start. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    // The last message may arrive after the end of the process, but before the end of the channel, so both are awaited.
    const awaited = new Set(['close', 'disconnect']);
    let status = '';
    const end = (part: string): void => {
      awaited.delete(part);
      if (awaited.size === 0) resolve(status);
    };
    child.once('close', (code, signal) => {
      status = `${signal ?? code}`;
      end('close');
    });
    child.once('disconnect', () => {
      end('disconnect');
    });
    child.once('error', (error) => {
      child.kill('SIGKILL');
      resolve(`${error}`);
    });
  });

/**
 * Starts a process for work that allocates outside the JavaScript heap, or that cannot be interrupted: native code, decoders, decompression. It is
 * killed when it exceeds its limits, and releases all its memory when it ends. Its environment contains no secrets.
 *
 * @param module - Must end the process on its `disconnect` event, which means that the service has ended.
 * @example
 * let fit: Fit | undefined;
 * const fitting = startProcess(new URL('./fitParameters.process.ts', import.meta.url), {
 *   limits: { heapMb: 256, residentBytes: 400_000_000, milliseconds: 120_000 },
 *   onMessage: (message) => { fit = message as Fit; fitting.kill(); },
 * });
 * void fitting.send(histories);
 * const { limit, status, written } = await fitting.ended;
 */
export function startProcess(module: URL, { limits, args = [], onMessage }: ProcessOptions): LimitedProcess {
  const child = fork(module, [...args], {
    serialization: 'advanced',
    env: environment(),
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${limits.heapMb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let limit: ProcessEnd['limit'];
  let written = '';
  child.on('message', onMessage);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-keptCharacters);
  });
  const stopWatch = watch(child.pid, limits, (passed) => {
    limit ??= passed;
    child.kill('SIGKILL');
  });
  const ended = async (): Promise<ProcessEnd> => {
    const status = await endOf(child);
    stopWatch();
    if (isOutOfHeap(written)) limit ??= 'memory';
    return { status, written, ...(limit !== undefined && { limit }) };
  };
  return {
    send: (message) =>
      new Promise((resolve) => {
        child.send(message, () => {
          resolve();
        });
      }),
    kill: () => void child.kill('SIGKILL'),
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
    ended: ended(),
  };
}
