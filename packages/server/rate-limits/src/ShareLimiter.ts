import { rateLimits, type RateLimitName, type Share, type ShareRequest } from '@lectern/contracts';
import { isTimeout } from '@lectern/service-kit';
import { Windows, type Window } from './Windows.ts';

/** How soon auth is asked again after it refused or did not answer, in milliseconds. */
const askAgainMs = 10_000;
/** From this many unused shares on, all but one are given back, for other gateways. */
const surplusShares = 2;

/** Asks auth for further calls. */
export type AskShare = (request: ShareRequest) => Promise<Share>;

export interface ShareLimiterOptions {
  limit: RateLimitName;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  enabled: boolean;
  ask: AskShare;
  /** The most learners or networks that are counted at once; 100,000 when left out. */
  mostSubjects?: number;
}

/** Shares that are not needed, after calls were given back. */
const isSurplus = ({ allowed, made, isAlone }: Window, share: number): boolean => !isAlone && allowed - made >= surplusShares * share;

/** The calls to request, and those that were let through since the last answer. */
const question = (window: Window, share: number): Pick<ShareRequest, 'used' | 'wanted'> => {
  const { made, counted, waiting, isAlone } = window;
  if (!isSurplus(window, share)) return { used: (isAlone ? made : window.allowed) - counted, wanted: share + waiting };
  window.allowed = made + share;
  return { used: window.allowed - counted, wanted: 0 };
};

/**
 * The most calls that auth can have granted in an answer that was lost. They are treated as counted, like the reported ones, in favour of the
 * caller. The next report gives back those that were not made.
 */
const grantable = ({ counted, others }: Window, { used, wanted, most }: Pick<ShareRequest, 'used' | 'wanted'> & { most: number }): number =>
  Math.max(0, Math.min(wanted, most - others - counted - used));

/**
 * Counts calls of learners or networks in windows. The first calls of a window are free; more are let through in shares from auth, which counts
 * for all gateways. The next share is requested while the previous one is used, so a call seldom waits. While auth does not answer, this gateway
 * counts alone, from what it knows of the others. When too many subjects are counted, the one that was opened first is dropped.
 */
export class ShareLimiter {
  readonly #options: ShareLimiterOptions;
  readonly #windows: Windows;

  constructor(options: ShareLimiterOptions) {
    this.#options = options;
    this.#windows = new Windows({ ...rateLimits[options.limit], mostSubjects: options.mostSubjects });
  }

  /** Counts one call. @returns the seconds to wait when it is over the limit, else `undefined`; a promise of it while a share is requested */
  count(subject: string): number | undefined | Promise<number | undefined> {
    const { enabled, monotonic } = this.#options;
    if (!enabled) return undefined;
    const now = monotonic();
    const window = this.#windows.of(subject, now);
    const mayAsk = now >= window.askAt;
    if (window.made >= window.allowed) return mayAsk ? this.#awaitShare(subject, window) : this.#secondsLeft(window);
    window.made += 1;
    if (mayAsk && (window.isAlone || window.allowed - window.made < this.#share / 2)) void this.#extendOnce(subject, window);
    return undefined;
  }

  /** Uncounts a call that was let through. @param countedAt - the time of its `count`, by the monotonic clock: an ended window is left alone */
  giveBack(subject: string, countedAt: number): void {
    const window = this.#windows.known(subject);
    if (!window || window.made === 0 || window.openedAt > countedAt) return;
    window.made -= 1;
    if (isSurplus(window, this.#share) && this.#options.monotonic() >= window.askAt) void this.#extendOnce(subject, window);
  }

  get #share(): number {
    return rateLimits[this.#options.limit].share;
  }

  #secondsLeft({ endsAt }: Window): number {
    return Math.max(1, endsAt - this.#options.monotonic()) / 1_000;
  }

  async #awaitShare(subject: string, window: Window): Promise<number | undefined> {
    window.waiting += 1;
    try {
      while (window.made >= window.allowed && this.#options.monotonic() >= window.askAt) await this.#extendOnce(subject, window);
    } finally {
      window.waiting -= 1;
    }
    if (window.made >= window.allowed) return this.#secondsLeft(window);
    window.made += 1;
    return undefined;
  }

  /** Waiting calls share one request to auth. */
  #extendOnce(subject: string, window: Window): Promise<void> {
    window.asking ??= this.#extend(subject, window).finally(() => {
      window.asking = undefined;
    });
    return window.asking;
  }

  async #extend(subject: string, window: Window): Promise<void> {
    const { limit, monotonic, ask } = this.#options;
    const { most, windowMs, share } = rateLimits[limit];
    const { used, wanted } = question(window, share);
    try {
      const { granted, taken, resetInMs } = await ask({ limit, subject, used, wanted, ageMs: Math.round(monotonic() - window.openedAt) });
      const now = monotonic();
      window.counted += used + granted;
      window.others = Math.max(0, taken - window.counted);
      window.allowed = Math.max(window.counted, window.made);
      window.isAlone = false;
      window.endsAt = now + Math.min(resetInMs, windowMs);
      window.askAt = granted < wanted ? now + askAgainMs : now;
    } catch (error) {
      // Not logged here: the feed of ended sessions logs that auth does not answer.
      if (isTimeout(error)) window.counted += used + grantable(window, { used, wanted, most });
      window.isAlone = true;
      window.allowed = Math.max(window.allowed, most - window.others);
      window.askAt = monotonic() + askAgainMs;
    }
  }
}
