export type LogLevel = 'info' | 'warn' | 'error';

/** Structured logging: one JSON object a line. Never given a password, token, mail address or a path with one in it. */
export interface Log {
  (level: LogLevel, event: string, fields?: Record<string, unknown>): void;
}

const describe = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, ...(error.cause !== undefined && { cause: describe(error.cause) }) }
    : error;

/** A log that writes to a stream; errors keep their name, message and stack. */
export const createLog =
  (service: string, clock: () => Date = () => new Date(), write: (line: string) => void = (line) => void process.stdout.write(line)): Log =>
  (level, event, fields = {}) =>
    write(
      `${JSON.stringify({ time: clock().toISOString(), level, service, event, ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, describe(value)])) })}\n`,
    );

/** For tests. */
export const silentLog: Log = () => undefined;
