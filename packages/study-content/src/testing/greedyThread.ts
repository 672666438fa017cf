import { threadId } from 'node:worker_threads';
import type { ThreadTask } from '../worker.ts';

/** A thread that takes 400 MB outside of its heap for "greedy.pdf". It reads any other document when the first number of its bytes is no longer 0. */
export default function read({ mark, ...task }: ThreadTask): unknown {
  if (mark) Atomics.store(mark, 0, threadId);
  if (task.task !== 'read-document') throw new Error('This thread reads documents alone.');
  if (task.name === 'greedy.pdf') {
    const held = Array.from({ length: 40 }, () => new Uint8Array(10_000_000).fill(1));
    while (held.length > 0) held[0]?.fill(2);
  }
  Atomics.wait(new Int32Array(task.bytes.buffer as SharedArrayBuffer), 0, 0);
  return { ok: { source: { title: task.name, language: 'en', passages: [] } } };
}
