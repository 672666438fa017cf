/** A body that a client sends, or an answer that a client reads. */
export interface Transfer {
  /** Returns the number of transferred bytes. */
  bytes: () => number;
  /** Returns whether the transfer waits for the server rather than for the client. */
  waitsForServer?: () => boolean;
  /** The minimum pace, in bytes per second, averaged over a window. */
  leastPerSecond: number;
  /** Whether it may take as long as it needs at that pace: a download. */
  isLong?: boolean;
  cut: () => void;
}

export interface SlowClientGuardOptions {
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  /** The length of the window over which the pace is measured, in milliseconds. */
  windowMs?: number;
  /** The maximum duration of a transfer at any pace, in milliseconds, except for a long one. */
  longestMs?: number;
}

const checkedEveryMs = 2_000;

/**
 * Disconnects clients that send or read too slowly, because they occupy connections. One timer checks all transfers, so a request costs two map
 * operations.
 */
export class SlowClientGuard {
  readonly #options: Required<SlowClientGuardOptions>;
  readonly #watched = new Map<Transfer, { begunAt: number; seenAt: number; bytes: number }>();

  constructor({ monotonic, windowMs = 20_000, longestMs = 300_000 }: SlowClientGuardOptions) {
    this.#options = { monotonic, windowMs, longestMs };
  }

  /** Watches a transfer until the returned function is called. */
  watch(transfer: Transfer): () => void {
    const now = this.#options.monotonic();
    this.#watched.set(transfer, { begunAt: now, seenAt: now, bytes: transfer.bytes() });
    return () => void this.#watched.delete(transfer);
  }

  check(): void {
    const { monotonic, windowMs, longestMs } = this.#options;
    const now = monotonic();
    for (const [transfer, seen] of this.#watched) {
      const seconds = (now - seen.seenAt) / 1_000;
      const bytes = transfer.bytes();
      if (!transfer.isLong && now - seen.begunAt >= longestMs) transfer.cut();
      else if (transfer.waitsForServer?.()) Object.assign(seen, { seenAt: now, bytes });
      else if (now - seen.seenAt >= windowMs) {
        if (bytes - seen.bytes < transfer.leastPerSecond * seconds) transfer.cut();
        else Object.assign(seen, { seenAt: now, bytes });
      }
    }
  }

  /** Checks every two seconds. @returns a function that stops it */
  start(): () => void {
    const timer = setInterval(() => this.check(), checkedEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }
}
