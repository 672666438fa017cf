import { callAllowance } from '@lectern/contracts';

const windowMs = 60_000;

/** Asks for further calls of a learner. `used` were made before without asking. */
export type AskCallShare = (request: { userId: string; used: number; wanted: number }) => Promise<{ granted: number; resetInMs: number }>;

export interface CallLimiterOptions {
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  enabled: boolean;
  ask: AskCallShare;
}

/** The calls of one learner at this gateway, in a window of one minute. */
interface Window {
  calls: number;
  /** Calls that may be made without asking again. */
  allowed: number;
  /** Allowed calls that were not reported yet. */
  unreported: number;
  /** No more calls are granted in this window. */
  isFull: boolean;
  endsAt: number;
  asking: Promise<void> | undefined;
}

/**
 * Counts the calls of each learner in windows of one minute. The first calls at a gateway are free; a learner who makes more gets them in shares
 * from auth, which counts for all gateways. The next share is asked for while the one before is used, so a call seldom waits. While auth does not
 * answer, this gateway counts alone.
 */
export function createCallLimiter({ monotonic, enabled, ask }: CallLimiterOptions) {
  const { perMinute, share } = callAllowance;
  let windows = new Map<string, Window>();
  let sweptAt = -Infinity;

  const windowOf = (userId: string, now: number): Window => {
    if (now - sweptAt >= windowMs) {
      windows = new Map([...windows].filter(([, { endsAt }]) => endsAt > now));
      sweptAt = now;
    }
    const known = windows.get(userId);
    if (known && known.endsAt > now) return known;
    const opened = { calls: 0, allowed: share, unreported: share, isFull: false, endsAt: now + windowMs, asking: undefined };
    windows.set(userId, opened);
    return opened;
  };

  const extend = async (userId: string, window: Window): Promise<void> => {
    const wanted = share + Math.max(0, window.calls - window.allowed);
    const used = window.unreported;
    try {
      const { granted, resetInMs } = await ask({ userId, used, wanted });
      window.unreported = 0;
      window.allowed += granted;
      window.isFull = granted < wanted;
      window.endsAt = monotonic() + Math.min(resetInMs, windowMs);
    } catch {
      // Auth does not answer, which the feed of ended sessions logs. The next window asks again.
      window.allowed = perMinute;
      window.isFull = true;
    }
  };
  /** Calls that wait share one question. */
  const extendOnce = (userId: string, window: Window): Promise<void> => {
    window.asking ??= extend(userId, window).finally(() => {
      window.asking = undefined;
    });
    return window.asking;
  };
  const waitOf = ({ endsAt }: Window): number => Math.max(1, endsAt - monotonic()) / 1_000;

  const awaitShare = async (userId: string, window: Window, call: number): Promise<number | undefined> => {
    while (call > window.allowed && !window.isFull) await extendOnce(userId, window);
    return call > window.allowed ? waitOf(window) : undefined;
  };

  return {
    /** Counts one call. @returns the seconds to wait when it is over the limit, else `undefined`; a promise of it while a share is asked for */
    count(userId: string): number | undefined | Promise<number | undefined> {
      if (!enabled) return undefined;
      const window = windowOf(userId, monotonic());
      window.calls += 1;
      const { calls, allowed, isFull } = window;
      if (calls > allowed) return isFull ? waitOf(window) : awaitShare(userId, window, calls);
      if (!isFull && allowed - calls < share / 2) void extendOnce(userId, window);
      return undefined;
    },
  };
}
