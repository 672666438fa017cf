import { configure, ZipWriter } from '@zip.js/zip.js';

// Node compresses in threads of its own.
configure({ useWebWorkers: false });

/** A zip that is read while it is written. Each write waits until the reader has taken what came before, and fails when the reader has left. */
export function createArchive(now: Date) {
  let leave: (reason: Error) => void;
  const left = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  // Nobody may be writing when the reader leaves.
  left.catch(() => undefined);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    cancel: () => {
      leave(new Error('The reader has left.'));
    },
  });
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

  const begin = async (name: string): Promise<void> => {
    await finish();
    names.add(name);
    const content = new TransformStream<Uint8Array, Uint8Array>();
    const added = zip.add(name, content.readable);
    // Its failure shows at the end of the file.
    added.catch(() => undefined);
    current = { writer: content.writable.getWriter(), added };
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!current) throw new Error('No file was begun.');
    await Promise.race([current.writer.write(bytes), left]);
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
    async fail(reason: unknown): Promise<void> {
      await writable.abort(reason).catch(() => undefined);
    },
    /** Rejects when the reader has left. */
    left,
  };
}
export type Archive = ReturnType<typeof createArchive>;
