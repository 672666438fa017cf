import { configure, ZipWriter } from '@zip.js/zip.js';

// Node compresses in threads of its own.
configure({ useWebWorkers: false });

/** The stream that the zip goes through: it tells when its reader has left, and can be broken off. */
const createOutput = () => {
  let leave: (reason: Error) => void = () => undefined;
  let breakOff: (reason: unknown) => void = () => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  // Nobody may be writing when the reader leaves.
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

/** A name that none of these has: two titles may become one name. */
const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  const dot = wanted.lastIndexOf('.');
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted.slice(0, dot)} (${String(count)})${wanted.slice(dot)}`;
  return name;
};

/** A zip that is read while it is written. Each write waits until the reader has taken what came before, and fails when the reader has left. */
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
    // Its failure shows at the end of the file.
    added.catch(() => undefined);
    current = { writer: content.writable.getWriter(), added };
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!current) throw new Error('No file was begun.');
    const { writer, added } = current;
    // A file that cannot be added takes nothing any more.
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
    /** Breaks it off, so that its reader does not take it for a whole one. */
    fail: breakOff,
    /** Rejects when the reader has left. */
    left,
  };
}
export type Archive = ReturnType<typeof createArchive>;
