import type { Worker } from 'node:worker_threads';

/** Where a thread writes its number when it begins a task. 0: none has begun. Shared between the threads. */
export type ThreadMark = Int32Array<SharedArrayBuffer>;

export const threadMark = (): ThreadMark => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** What a task uses of the machine. */
export interface ThreadUse {
  /** Bytes of the thread's heap. */
  heapBytes: number;
  /** Bytes of the heap, and of the buffers outside of it. */
  bytes: number;
  /** Processor time since its first look. */
  milliseconds: number;
}

const nothing: ThreadUse = { heapBytes: 0, bytes: 0, milliseconds: 0 };

/** Answers what the thread that wrote the mark uses for its task; nothing while no thread has begun, and after it has ended. */
export function createThreadUse(threads: () => readonly Worker[], mark: ThreadMark): () => Promise<ThreadUse> {
  /** Microseconds at the first look: the thread had tasks before. */
  let before: number | undefined;
  return async () => {
    const number = Atomics.load(mark, 0);
    const thread = number === 0 ? undefined : threads().find(({ threadId }) => threadId === number);
    if (!thread) return nothing;
    try {
      const [{ total_heap_size: heapBytes, external_memory: buffers }, { user, system }] = await Promise.all([
        thread.getHeapStatistics(),
        thread.cpuUsage(),
      ]);
      before ??= user + system;
      return { heapBytes, bytes: heapBytes + buffers, milliseconds: (user + system - before) / 1_000 };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING') return nothing;
      throw error;
    }
  };
}
