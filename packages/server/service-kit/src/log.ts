import { createLineOutput, type LineOutput } from './createLineOutput.ts';
import { redact } from './redact.ts';
import { currentRequest } from './requestContext.ts';
import { writeAll } from './writeAll.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** Structured log: one JSON object per line. Do not pass passwords, tokens, mail addresses or paths that contain them. */
export interface Log {
  (level: LogLevel, event: string, fields?: Record<string, unknown>): void;
}

let waiting = '';
let output: LineOutput | undefined;

/**
 * Buffers the lines of one turn of the event loop and writes them together, which saves a system call per line. The rest is written when the process
 * ends.
 */
const writeTogether = (line: string): void => {
  if (!output) {
    output = createLineOutput(process.stdout);
    process.once('exit', () => writeAll(waiting));
  }
  if (waiting === '')
    setImmediate(() => {
      const lines = waiting;
      waiting = '';
      output?.write(lines);
    });
  waiting += line;
};

/**
 * Creates a log. Errors keep their name, message and stack, lines of a request have its id, and secrets are redacted. Dropped lines are counted, and
 * their number is logged as soon as lines can be written again.
 *
 * @example
 * const log = createLog('library');
 * log('warn', 'export.failed', { error });
 */
export const createLog = (
  service: string,
  clock: () => Date = () => new Date(),
  write: (line: string) => void = writeTogether,
  takeDropped: () => number = () => (write === writeTogether ? (output?.takeDropped() ?? 0) : 0),
): Log => {
  const writeLine = (level: LogLevel, event: string, fields: Record<string, unknown>): void => {
    const requestId = currentRequest()?.requestId;
    const line = { time: clock().toISOString(), level, service, event, ...(requestId !== undefined && { requestId }) };
    for (const [name, value] of Object.entries(fields)) (line as Record<string, unknown>)[name] = redact(value, name);
    write(`${JSON.stringify(line)}\n`);
  };
  return (level, event, fields = {}) => {
    const lines = takeDropped();
    if (lines > 0) writeLine('warn', 'log.dropped', { lines });
    writeLine(level, event, fields);
  };
};

/** For tests. */
export const silentLog: Log = () => undefined;
