import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Options for `createLogFile`. */
export interface LogFileOptions {
  readonly file: string;
  readonly bytesMax: number;
  /** How many files are kept, including the current one. */
  readonly filesMax: number;
  /** Prints a line to the terminal that started the site. */
  readonly say: (line: string) => void;
  readonly clock: () => Date;
  /** A monotonic clock in milliseconds. Defaults to `performance.now`. */
  readonly monotonic?: () => number;
}

/** The log of one part. Each `source` takes the output of one stream, so that lines from several streams do not mix. */
export type LogFile = { source(): (data: Buffer) => void; close(): void };

const newline = 10;
const pauseAfterFailureMs = 1_000;
/** Longer lines are truncated. */
const lineBytesMax = 64_000;

const countLines = (data: Buffer): number => data.reduce((lines, byte) => (byte === newline ? lines + 1 : lines), 0);

/** Returns the code of a system error. In tests, such an error is not an instance of the test's `Error`. */
const reasonOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

/** Passes on whole lines of a stream. Lines that are too long are truncated. */
const wholeLines = (add: (lines: Buffer) => void): ((data: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  return (data) => {
    const all = Buffer.concat([rest, data]);
    const end = all.lastIndexOf(newline) + 1;
    if (end > 0) add(all.subarray(0, end));
    rest = Buffer.from(all.subarray(end));
    if (rest.length <= lineBytesMax) return;
    add(Buffer.concat([rest, Buffer.from('\n')]));
    rest = Buffer.alloc(0);
  };
};

/**
 * Renames `<file>` to `<file>.1`, that one to `<file>.2`, and so on. Removes those beyond `filesMax`, including leftovers from a larger
 * setting.
 */
const rotate = (file: string, filesMax: number): void => {
  const numbers = readdirSync(dirname(file)).flatMap((name) => {
    const number = name.startsWith(basename(file)) ? /^(?:\.(\d{1,6}))?$/.exec(name.slice(basename(file).length)) : null;
    return number ? [Number(number[1] ?? 0)] : [];
  });
  for (const number of numbers.toSorted((one, other) => other - one)) {
    const from = number === 0 ? file : `${file}.${number}`;
    if (number >= filesMax - 1) rmSync(from);
    else renameSync(from, `${file}.${number + 1}`);
  }
};

/**
 * Creates a log in files that are rotated by size. Lines that cannot be written, for example because the disk is full, are dropped and
 * counted, and their number is logged once writing works again. Writes are synchronous: while one blocks, parts drop and count their own
 * lines.
 */
export function createLogFile({ file, bytesMax, filesMax, say, clock, monotonic = () => performance.now() }: LogFileOptions): LogFile {
  let handle: number | undefined;
  let dropped = 0;
  let failedAt = -Infinity;

  const open = (): number => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return (handle ??= openSync(file, 'a', 0o600));
  };
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };

  /** Appends all of the data or nothing. @throws Error of the system */
  const append = (data: Buffer): void => {
    const { size } = fstatSync(open());
    const isFull = size > 0 && size + data.length > bytesMax;
    if (isFull) {
      close();
      rotate(file, filesMax);
    }
    try {
      for (let from = 0; from < data.length;) from += writeSync(open(), data, from);
    } catch (error) {
      // A full disk may have accepted part of the data.
      ftruncateSync(open(), isFull ? 0 : size);
      throw error;
    }
  };

  const appendDropped = (): void => {
    const line = { time: clock().toISOString(), level: 'warn', service: 'supervisor', event: 'log.dropped', lines: dropped };
    append(Buffer.from(`${JSON.stringify(line)}\n`));
    say(`${file} is written again; ${dropped} lines were dropped.`);
    dropped = 0;
  };

  const add = (lines: Buffer): void => {
    try {
      if (monotonic() - failedAt < pauseAfterFailureMs) dropped += countLines(lines);
      else {
        if (dropped > 0) appendDropped();
        append(lines);
      }
    } catch (error) {
      if (dropped === 0) say(`${file} cannot be written (${reasonOf(error)}): its lines are dropped.`);
      dropped += countLines(lines);
      failedAt = monotonic();
      close();
    }
  };

  return { source: () => wholeLines(add), close };
}
