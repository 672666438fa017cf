import { createLineOutput, type LineOutput } from './createLineOutput.ts';
import { redact } from './redact.ts';
import { currentRequest } from './requestContext.ts';
import { writeAll } from './writeAll.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** Structured logging: one JSON object a line. Never given a password, token, mail address or a path with one in it. */
export interface Log {
  (level: LogLevel, event: string, fields?: Record<string, unknown>): void;
}

let waiting = '';
let output: LineOutput | undefined;

/**
 * Collects the lines of one turn of the event loop and writes them together: a system call for each line would cost a busy gateway
 * more than the line is worth. What waits when the process ends is written then.
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
 * A log that writes to a stream. Errors keep their name, message and stack; what was written during a request has its id; secrets
 * are taken out. Lines that could not be written are counted, and the number is a line of its own once there is room again.
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
