import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How `createLogFile` keeps a log. */
export interface LogFileOptions {
  readonly file: string;
  /** A file that would be longer becomes the newest of the older ones. */
  readonly bytesMax: number;
  /** Files of this log, the one that is written included. */
  readonly filesMax: number;
  /** Shows a line to whoever started the site. */
  readonly say: (line: string) => void;
  readonly clock: () => Date;
  /** Milliseconds that only ever grow; `performance.now` when left out. */
  readonly monotonic?: () => number;
}

/** The log of one part. */
export interface LogFile {
  /** Takes what one stream of the part prints; lines of several streams do not mix. */
  source(): (data: Buffer) => void;
  /** Resolves when what came in is written, or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Waiting to be written, in bytes: a disk that is slow must not fill the memory. */
const heldMax = 1_000_000;
const newline = 10;
/** How soon after a failure it is tried again: a disk that is full is not asked for every line. */
const againMs = 1_000;
/** A longer line is cut. */
const lineMax = 64_000;

const linesIn = (data: Buffer): number => {
  let lines = 0;
  for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) lines += 1;
  return lines;
};
/** By the error's shape, since one of another realm (a test runner's) is no instance of this realm's Error. */
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);

/**
 * A log in files that are rotated by size. Lines that cannot be written, because the disk is full for example, are dropped and counted, and
 * the number stands in the log once there is room again: no log is worth the process.
 */
export function createLogFile({ file, bytesMax, filesMax, say, clock, monotonic = () => performance.now() }: LogFileOptions): LogFile {
  const waiting: Buffer[] = [];
  let held = 0;
  let dropped = 0;
  let failedAt = -Infinity;
  let handle: FileHandle | undefined;
  let size = 0;
  let writing: Promise<void> | undefined;

  const closeHandle = async (): Promise<void> => {
    const before = handle;
    handle = undefined;
    await before?.close();
  };

  const rotate = async (): Promise<void> => {
    await closeHandle();
    // One more than are kept falls off the end; so do those of an earlier, larger setting.
    for (const name of await readdir(dirname(file))) {
      const [, number] = name.startsWith(`${basename(file)}.`) ? (/\.(\d{1,6})$/.exec(name) ?? []) : [];
      if (number !== undefined && Number(number) >= filesMax - 1) await rm(join(dirname(file), name), { force: true });
    }
    for (let number = filesMax - 2; number >= 0; number -= 1) {
      const from = number === 0 ? file : `${file}.${number}`;
      await rename(from, `${file}.${number + 1}`).catch((error: unknown) => {
        if (reasonOf(error) !== 'ENOENT') throw error;
      });
    }
    if (filesMax === 1) await rm(file, { force: true });
  };

  const opened = async (): Promise<FileHandle> => {
    if (handle) return handle;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    handle = await open(file, 'a', 0o600);
    ({ size } = await handle.stat());
    return handle;
  };

  const append = async (data: Buffer): Promise<void> => {
    await opened();
    if (size > 0 && size + data.length > bytesMax) await rotate();
    const target = await opened();
    try {
      for (let from = 0; from < data.length;) from += (await target.write(data, from)).bytesWritten;
      size += data.length;
    } catch (error) {
      // What there was room for is half a line.
      await target.truncate(size).catch(() => undefined);
      throw error;
    }
  };

  const write = async (data: Buffer): Promise<void> => {
    if (monotonic() - failedAt < againMs) {
      dropped += linesIn(data);
      return;
    }
    try {
      if (dropped > 0) {
        const line = { time: clock().toISOString(), level: 'warn', service: 'supervisor', event: 'log.dropped', lines: dropped };
        await append(Buffer.from(`${JSON.stringify(line)}\n`));
        if (failedAt > -Infinity) say(`${file} is written again; ${dropped} lines were dropped.`);
        failedAt = -Infinity;
        dropped = 0;
      }
      await append(data);
    } catch (error) {
      dropped += linesIn(data);
      if (failedAt === -Infinity) say(`${file} cannot be written (${reasonOf(error)}): its lines are dropped.`);
      failedAt = monotonic();
      // Opened anew the next time: it may have been moved away.
      await closeHandle().catch(() => undefined);
    }
  };

  const add = (lines: Buffer): void => {
    if (held + lines.length > heldMax) {
      dropped += linesIn(lines);
      return;
    }
    waiting.push(lines);
    held += lines.length;
    writing ??= (async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await write(next);
        held -= next.length;
      }
      writing = undefined;
    })();
  };

  const flush = async (): Promise<void> => {
    while (writing) await writing;
  };

  return {
    source() {
      let rest = Buffer.alloc(0);
      return (data) => {
        const all = Buffer.concat([rest, data]);
        const end = all.lastIndexOf(newline) + 1;
        if (end > 0) add(all.subarray(0, end));
        rest = Buffer.from(all.subarray(end));
        if (rest.length <= lineMax) return;
        add(Buffer.concat([rest, Buffer.from('\n')]));
        rest = Buffer.alloc(0);
      };
    },
    flush,
    async close() {
      await flush();
      await closeHandle();
    },
  };
}
