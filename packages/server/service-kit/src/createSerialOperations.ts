import type { createRecentFailures } from './createRecentFailures.ts';
import { DomainError } from './DomainError.ts';

/**
 * Runs operations on one resource one after the other, in the order of the calls, and remembers which resources are in flight in this process
 * and which operations failed with an unknown outcome.
 */
export function createSerialOperations(failures: ReturnType<typeof createRecentFailures>) {
  const inFlight = new Set<string>();
  /** The last operation on each resource. */
  const last = new Map<string, Promise<unknown>>();

  const runAfter = async <T>(previous: Promise<unknown> | undefined, id: string, work: () => Promise<T>): Promise<T> => {
    // Its error goes to its own caller.
    await previous?.catch(() => undefined);
    inFlight.add(id);
    try {
      const result = await work();
      failures.forget(id);
      return result;
    } catch (error) {
      if (!(error instanceof DomainError)) failures.note(id);
      throw error;
    } finally {
      inFlight.delete(id);
    }
  };

  return {
    isInFlight: (id: string): boolean => inFlight.has(id),
    async run<T>(id: string, work: () => Promise<T>): Promise<T> {
      const operation = runAfter(last.get(id), id, work);
      last.set(id, operation);
      try {
        return await operation;
      } finally {
        if (last.get(id) === operation) last.delete(id);
      }
    },
  };
}
