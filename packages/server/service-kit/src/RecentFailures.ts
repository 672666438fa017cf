/**
 * The ids of failed writes that may still take effect. Expired ids are dropped whenever one is added. Otherwise they would accumulate while the store
 * is unavailable and every write fails.
 */
export class RecentFailures {
  readonly #lateEffectsMs: number;
  readonly #elapsedMs: () => number;
  /** Oldest first. */
  readonly #failedAt = new Map<string, number>();

  /** @param lateEffectsMs - how long after its failure a write may take effect */
  constructor(lateEffectsMs: number, elapsedMs: () => number) {
    this.#lateEffectsMs = lateEffectsMs;
    this.#elapsedMs = elapsedMs;
  }

  /** The number of ids. */
  get size(): number {
    return this.#failedAt.size;
  }

  note(id: string): void {
    const now = this.#elapsedMs();
    this.#failedAt.delete(id);
    this.#failedAt.set(id, now);
    for (const [each, at] of this.#failedAt) {
      if (now - at < this.#lateEffectsMs) break;
      this.#failedAt.delete(each);
    }
  }

  isRecent(id: string): boolean {
    return this.#elapsedMs() - (this.#failedAt.get(id) ?? -Infinity) < this.#lateEffectsMs;
  }

  forget(id: string): void {
    this.#failedAt.delete(id);
  }
}
