import { configure, ZipWriter } from '@zip.js/zip.js';

// Node compresses in its own threads.
configure({ useWebWorkers: false });

/** The output stream of the zip. It reports when its reader has disconnected, and can be aborted. */
const output = () => {
  let leave: (reason: Error) => void = () => undefined;
  let breakOff: (reason: unknown) => void = () => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  // Prevents an unhandled rejection when the reader leaves while nothing is being written.
  left.catch(() => undefined);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      breakOff = (reason) => {
        controller.error(reason);
      };
    },
    cancel: () => {
      leave(new Error('The reader has left.'));
    },
  });
  return { readable, writable, left, breakOff: (reason: unknown) => breakOff(reason) };
};

/** Makes a name unique: two titles may result in the same file name. */
const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  const dot = wanted.lastIndexOf('.');
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted.slice(0, dot)} (${String(count)})${wanted.slice(dot)}`;
  return name;
};

interface OpenFile {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  added: Promise<unknown>;
}

/** A streamed zip. Each write waits until the reader has consumed the previous writes, and fails if the reader has left. */
export class Archive {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Rejects when the reader has left. */
  readonly left: Promise<never>;
  readonly names = new Set<string>();
  /** Aborts the archive, so that its reader does not mistake it for a complete one. */
  readonly fail: (reason: unknown) => void;
  readonly #zip: ZipWriter<unknown>;
  #current: OpenFile | undefined;

  constructor(now: Date) {
    const { readable, writable, left, breakOff } = output();
    this.readable = readable;
    this.left = left;
    this.fail = breakOff;
    this.#zip = new ZipWriter(writable, { lastModDate: now, keepOrder: true });
  }

  async begin(wanted: string): Promise<void> {
    await this.finish();
    const name = uniqueName(wanted, this.names);
    this.names.add(name);
    const content = new TransformStream<Uint8Array, Uint8Array>();
    const added = this.#zip.add(name, content.readable);
    // Prevents an unhandled rejection. The failure is reported by the next write or at the end of the file.
    added.catch(() => undefined);
    this.#current = { writer: content.writable.getWriter(), added };
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#current) throw new Error('No file was begun.');
    const { writer, added } = this.#current;
    // If adding the file has failed, its stream is no longer read, and awaiting only the write would never end.
    await Promise.race([writer.write(bytes), added, this.left]);
  }

  async finish(): Promise<void> {
    if (!this.#current) return;
    const { writer, added } = this.#current;
    this.#current = undefined;
    await Promise.race([Promise.all([writer.close(), added]), this.left]);
  }

  async add(name: string, text: string): Promise<void> {
    await this.begin(name);
    await this.write(new TextEncoder().encode(text));
    await this.finish();
  }

  async close(): Promise<void> {
    await this.finish();
    await Promise.race([this.#zip.close(), this.left]);
  }
}
