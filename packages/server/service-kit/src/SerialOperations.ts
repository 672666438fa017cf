import { DomainError } from './DomainError.ts';
import type { RecentFailures } from './RecentFailures.ts';

/**
 * Runs operations on one resource one after the other, in the order of the calls, and tracks which resources are in flight in this process and which
 * operations failed with an unknown outcome.
 */
export class SerialOperations {
  readonly #failures: RecentFailures;
  readonly #inFlight = new Set<string>();
  /** The last operation on each resource. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(failures: RecentFailures) {
    this.#failures = failures;
  }

  isInFlight(id: string): boolean {
    return this.#inFlight.has(id);
  }

  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const operation = this.#runAfter(this.#last.get(id), id, work);
    this.#last.set(id, operation);
    try {
      return await operation;
    } finally {
      if (this.#last.get(id) === operation) this.#last.delete(id);
    }
  }

  async #runAfter<T>(previous: Promise<unknown> | undefined, id: string, work: () => Promise<T>): Promise<T> {
    // The previous operation's caller handles its error.
    await previous?.catch(() => undefined);
    this.#inFlight.add(id);
    try {
      const result = await work();
      this.#failures.forget(id);
      return result;
    } catch (error) {
      if (!(error instanceof DomainError)) this.#failures.note(id);
      throw error;
    } finally {
      this.#inFlight.delete(id);
    }
  }
}
