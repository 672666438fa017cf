/** Bytes on their way to or from a client. */
export interface Transfer {
  /** How many have gone through so far. */
  bytes: () => number;
  /** Whether it is not the client who is being waited for. */
  isOursToMove?: () => boolean;
  /** The least that a client must move, in bytes a second, over each window. */
  leastPerSecond: number;
  cut: () => void;
}

export interface SlowClientGuardOptions {
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  monotonic: () => number;
  /** Over how long the pace is taken. */
  windowMs?: number;
  /** The longest that a transfer may take at whatever pace. */
  longestMs?: number;
}

const checkedEveryMs = 2_000;

/**
 * Cuts off who sends or reads so slowly that it can only be meant to occupy us. One timer looks at all transfers, so that a request
 * costs two entries in a table.
 */
export function createSlowClientGuard({ monotonic, windowMs = 20_000, longestMs = 300_000 }: SlowClientGuardOptions) {
  const watched = new Map<Transfer, { begunAt: number; seenAt: number; bytes: number }>();
  const check = (): void => {
    const now = monotonic();
    for (const [transfer, seen] of watched) {
      const seconds = (now - seen.seenAt) / 1_000;
      const bytes = transfer.bytes();
      if (now - seen.begunAt >= longestMs) transfer.cut();
      else if (transfer.isOursToMove?.()) Object.assign(seen, { seenAt: now, bytes });
      else if (now - seen.seenAt >= windowMs) {
        if (bytes - seen.bytes < transfer.leastPerSecond * seconds) transfer.cut();
        else Object.assign(seen, { seenAt: now, bytes });
      }
    }
  };
  return {
    /** Watches a transfer until the returned function is called. */
    watch(transfer: Transfer): () => void {
      const now = monotonic();
      watched.set(transfer, { begunAt: now, seenAt: now, bytes: transfer.bytes() });
      return () => void watched.delete(transfer);
    },
    check,
    /** Looks every two seconds until stopped. */
    start(): () => void {
      const timer = setInterval(check, checkedEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
export type SlowClientGuard = ReturnType<typeof createSlowClientGuard>;
