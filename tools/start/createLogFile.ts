import { reasonOf, RotatedFile, type Rotation } from './RotatedFile.ts';

/** How `createLogFile` keeps a log. */
export interface LogFileOptions extends Rotation {
  readonly file: string;
  /** Shows a line to whoever started the site. */
  readonly say: (line: string) => void;
  readonly clock: () => Date;
  /** Milliseconds that only ever grow; `performance.now` when left out. */
  readonly monotonic?: () => number;
}

/** The log of one part. */
export interface LogFile {
  /** Takes the output of one stream of the part; lines of several streams do not mix. */
  source(): (data: Buffer) => void;
  /** Resolves when all data that came in is written, or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The most bytes that wait to be written: a disk that is slow must not fill the memory. */
const waitingBytesMax = 1_000_000;
const newline = 10;
/** The pause after a failure: a disk that is full is not asked for every line. */
const pauseMs = 1_000;
/** The most bytes of a line; a longer one is cut. */
const lineBytesMax = 64_000;

const countLines = (data: Buffer): number => {
  let lines = 0;
  for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) lines += 1;
  return lines;
};

/** Writes lines to a file, and drops and counts those that cannot be written. */
class LossyWriter {
  private readonly file: RotatedFile;
  private readonly options: LogFileOptions;
  private readonly monotonic: () => number;
  private dropped = 0;
  private failedAt = -Infinity;

  constructor(file: RotatedFile, options: LogFileOptions) {
    this.file = file;
    this.options = options;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  drop(lines: Buffer): void {
    this.dropped += countLines(lines);
  }

  async write(lines: Buffer): Promise<void> {
    if (this.monotonic() - this.failedAt < pauseMs) {
      this.drop(lines);
      return;
    }
    try {
      if (this.dropped > 0) await this.tellDropped();
      await this.file.append(lines);
    } catch (error) {
      this.drop(lines);
      if (this.failedAt === -Infinity) this.options.say(`${this.file.path} cannot be written (${reasonOf(error)}): its lines are dropped.`);
      this.failedAt = this.monotonic();
      // The failed write is reported; closing only frees the handle.
      await this.file.close().catch(() => undefined);
    }
  }

  private async tellDropped(): Promise<void> {
    const { clock, say } = this.options;
    const line = { time: clock().toISOString(), level: 'warn', service: 'supervisor', event: 'log.dropped', lines: this.dropped };
    await this.file.append(Buffer.from(`${JSON.stringify(line)}\n`));
    if (this.failedAt > -Infinity) say(`${this.file.path} is written again; ${this.dropped} lines were dropped.`);
    this.failedAt = -Infinity;
    this.dropped = 0;
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
 * A log in files that are rotated by size. Lines that cannot be written, because the disk is full for example, are dropped and counted. The
 * log says how many as soon as there is room again: a log is never a reason for a process to end.
 */
export function createLogFile(options: LogFileOptions): LogFile {
  const file = new RotatedFile(options.file, options);
  const writer = new LossyWriter(file, options);
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;

  const writeWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await writer.write(next);
      waitingBytes -= next.length;
    }
    writing = undefined;
  };

  const add = (lines: Buffer): void => {
    if (waitingBytes + lines.length > waitingBytesMax) {
      writer.drop(lines);
      return;
    }
    waiting.push(lines);
    waitingBytes += lines.length;
    writing ??= writeWaiting();
  };

  const flush = async (): Promise<void> => {
    while (writing) await writing;
  };

  return {
    source: () => wholeLines(add),
    flush,
    async close() {
      await flush();
      await file.close();
    },
  };
}
