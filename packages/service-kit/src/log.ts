import { redact } from './redact.ts';
import { currentRequest } from './requestContext.ts';
import { writeAll } from './writeAll.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** Structured logging: one JSON object a line. Never given a password, token, mail address or a path with one in it. */
export interface Log {
  (level: LogLevel, event: string, fields?: Record<string, unknown>): void;
}

let waiting = '';
let isExitWatched = false;

/**
 * Collects the lines of one turn of the event loop and writes them together: a system call for each line would cost a busy gateway
 * more than the line is worth. What waits when the process ends is written then.
 */
const writeTogether = (line: string): void => {
  if (!isExitWatched) {
    isExitWatched = true;
    process.once('exit', () => writeAll(waiting));
  }
  if (waiting === '')
    setImmediate(() => {
      const lines = waiting;
      waiting = '';
      process.stdout.write(lines);
    });
  waiting += line;
};

/**
 * A log that writes to a stream. Errors keep their name, message and stack; what was written during a request has its id; secrets
 * are taken out.
 */
export const createLog =
  (service: string, clock: () => Date = () => new Date(), write: (line: string) => void = writeTogether): Log =>
  (level, event, fields = {}) => {
    const requestId = currentRequest()?.requestId;
    const line = { time: clock().toISOString(), level, service, event, ...(requestId !== undefined && { requestId }) };
    for (const [name, value] of Object.entries(fields)) (line as Record<string, unknown>)[name] = redact(value, name);
    write(`${JSON.stringify(line)}\n`);
  };

/** For tests. */
export const silentLog: Log = () => undefined;
