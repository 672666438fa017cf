import { StoreBusyError } from './errors.ts';

/**
 * Runs work of each owner one piece after the other; of different owners at the same time.
 * @param waitingMax - how many pieces of one owner may wait; further ones are refused
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
    // The next one goes on whatever became of this one, which is told to its own caller.
    queue.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(owner);
    }
  };
}
