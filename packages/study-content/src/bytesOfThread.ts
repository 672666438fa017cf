import type { Worker } from 'node:worker_threads';

/** Where a thread writes its number when it begins a task. 0: none has begun. Shared between the threads. */
export type ThreadMark = Int32Array<SharedArrayBuffer>;

export const threadMark = (): ThreadMark => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * The bytes of the thread that wrote the mark: its heap, and the buffers outside of it. 0 while no thread has begun, and after it has ended.
 */
export async function bytesOfThread(threads: readonly Worker[], mark: ThreadMark): Promise<number> {
  const number = Atomics.load(mark, 0);
  const thread = number === 0 ? undefined : threads.find(({ threadId }) => threadId === number);
  if (!thread) return 0;
  try {
    const { total_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
    return heap + buffers;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING') return 0;
    throw error;
  }
}
