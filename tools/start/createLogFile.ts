import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How `createLogFile` keeps a log. */
export interface LogFileOptions {
  readonly file: string;
  readonly bytesMax: number;
  /** How many files are kept, the one that is written included. */
  readonly filesMax: number;
  /** Shows a line to whoever started the site. */
  readonly say: (line: string) => void;
  readonly clock: () => Date;
  /** A monotonic clock in milliseconds. Defaults to `performance.now`. */
  readonly monotonic?: () => number;
}

/** The log of one part. */
export interface LogFile {
  /** Takes the output of one stream of the part; lines of several streams do not mix. */
  source(): (data: Buffer) => void;
  close(): void;
}

const newline = 10;
/** The pause after a failure: a full disk is not tried for every line. */
const pauseMs = 1_000;
/** Longer lines are cut. */
const lineBytesMax = 64_000;

const countLines = (data: Buffer): number => data.reduce((lines, byte) => (byte === newline ? lines + 1 : lines), 0);

/** The code of an error of the system. In tests such an error is no instance of the test's `Error`. */
const reasonOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

/** A file that is appended to. Before it would become too long it is renamed to `<file>.1`, that one to `<file>.2`, and so on. */
class RotatedFile {
  readonly #options: LogFileOptions;
  #handle: number | undefined;

  constructor(options: LogFileOptions) {
    this.#options = options;
  }

  /** Appends all of the data or nothing. @throws Error of the system */
  append(data: Buffer): void {
    const { size } = fstatSync(this.#open());
    const isFull = size > 0 && size + data.length > this.#options.bytesMax;
    if (isFull) this.#rotate();
    const handle = this.#open();
    try {
      for (let from = 0; from < data.length;) from += writeSync(handle, data, from);
    } catch (error) {
      // A full disk takes a part of the data.
      ftruncateSync(handle, isFull ? 0 : size);
      throw error;
    }
  }

  /** The next `append` opens the file again. */
  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #open(): number {
    mkdirSync(dirname(this.#options.file), { recursive: true, mode: 0o700 });
    return (this.#handle ??= openSync(this.#options.file, 'a', 0o600));
  }

  /** Moves the files on. Those that would be too many go, also those of an earlier, larger setting. */
  #rotate(): void {
    const { file, filesMax } = this.#options;
    this.close();
    const numbers = readdirSync(dirname(file)).flatMap((name) => {
      const number = name === basename(file) ? '0' : name.startsWith(`${basename(file)}.`) ? /\.(\d{1,6})$/.exec(name)?.[1] : undefined;
      return number === undefined ? [] : [Number(number)];
    });
    for (const number of numbers.toSorted((one, other) => other - one)) {
      const from = number === 0 ? file : `${file}.${number}`;
      if (number >= filesMax - 1) rmSync(from);
      else renameSync(from, `${file}.${number + 1}`);
    }
  }
}

/** Passes on whole lines of a stream; a line that is too long is cut. */
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
 * A log in files that are rotated by size. Lines that cannot be written, because the disk is full for example, are dropped and counted; the
 * log has their number as soon as there is room again. Writes are synchronous: a part whose output is not read drops and counts its lines.
 */
export function createLogFile(options: LogFileOptions): LogFile {
  const { file, say, clock, monotonic = () => performance.now() } = options;
  const target = new RotatedFile(options);
  let dropped = 0;
  let failedAt = -Infinity;

  const appendDropped = (): void => {
    const line = { time: clock().toISOString(), level: 'warn', service: 'supervisor', event: 'log.dropped', lines: dropped };
    target.append(Buffer.from(`${JSON.stringify(line)}\n`));
    say(`${file} is written again; ${dropped} lines were dropped.`);
    dropped = 0;
    failedAt = -Infinity;
  };

  const add = (lines: Buffer): void => {
    if (monotonic() - failedAt < pauseMs) {
      dropped += countLines(lines);
      return;
    }
    try {
      if (dropped > 0) appendDropped();
      target.append(lines);
    } catch (error) {
      if (dropped === 0) say(`${file} cannot be written (${reasonOf(error)}): its lines are dropped.`);
      dropped += countLines(lines);
      failedAt = monotonic();
      target.close();
    }
  };

  return { source: () => wholeLines(add), close: () => target.close() };
}
