import { configure, ZipWriter } from '@zip.js/zip.js';

// Node compresses in threads of its own.
configure({ useWebWorkers: false });

/** The output stream of the zip. It reports when its reader has disconnected, and can be aborted. */
const createOutput = () => {
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

/** A name that is not taken: two titles may result in the same file name. */
const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  const dot = wanted.lastIndexOf('.');
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted.slice(0, dot)} (${String(count)})${wanted.slice(dot)}`;
  return name;
};

/** A streamed zip. Each write waits until the reader has consumed the previous writes, and fails when the reader has left. */
export function createArchive(now: Date) {
  const { readable, writable, left, breakOff } = createOutput();
  const zip = new ZipWriter(writable, { lastModDate: now, keepOrder: true });
  const names = new Set<string>();
  /** The file that is being written. */
  let current: { writer: WritableStreamDefaultWriter<Uint8Array>; added: Promise<unknown> } | undefined;

  const finish = async (): Promise<void> => {
    if (!current) return;
    const { writer, added } = current;
    current = undefined;
    await Promise.race([Promise.all([writer.close(), added]), left]);
  };

  const begin = async (wanted: string): Promise<void> => {
    await finish();
    const name = uniqueName(wanted, names);
    names.add(name);
    const content = new TransformStream<Uint8Array, Uint8Array>();
    const added = zip.add(name, content.readable);
    // Prevents an unhandled rejection. The failure is reported by the next write or at the end of the file.
    added.catch(() => undefined);
    current = { writer: content.writable.getWriter(), added };
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!current) throw new Error('No file was begun.');
    const { writer, added } = current;
    // When adding the file has failed, its stream is no longer read and the write alone would wait forever.
    await Promise.race([writer.write(bytes), added, left]);
  };

  return {
    readable,
    names: (): Iterable<string> => names,
    begin,
    write,
    finish,
    async add(name: string, text: string): Promise<void> {
      await begin(name);
      await write(new TextEncoder().encode(text));
      await finish();
    },
    async close(): Promise<void> {
      await finish();
      await Promise.race([zip.close(), left]);
    },
    /** Aborts the archive, so that its reader does not mistake it for a complete one. */
    fail: breakOff,
    /** Rejects when the reader has left. */
    left,
  };
}
export type Archive = ReturnType<typeof createArchive>;
