import { StoreBusyError } from './errors.ts';

/**
 * Runs the tasks of each owner sequentially, and tasks of different owners concurrently.
 *
 * @param waitingMax - the maximum number of waiting tasks per owner; `StoreBusyError` for further ones
 */
export function oneAtATime(waitingMax: number): <R>(owner: string, work: () => Promise<R>) => Promise<R> {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>();
  return async (owner, work) => {
    const queue = queues.get(owner) ?? { length: 0, last: Promise.resolve() };
    if (queue.length > waitingMax) throw new StoreBusyError('Too many searches of this owner wait already.');
    queues.set(owner, queue);
    queue.length += 1;
    const before = queue.last;
    const result = before.then(work);
    // The next task runs even after a failure. The failed task's own caller receives the error.
    queue.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(owner);
    }
  };
}
