/** The calls of one learner or network at this gateway. */
export interface Window {
  /** Admitted calls, minus those given back. */
  made: number;
  /** The number that `made` may reach before auth must grant another share. */
  allowed: number;
  /** Calls of this gateway that auth has counted. */
  counted: number;
  /** Calls of the other gateways when auth last answered. */
  others: number;
  /** Whether auth did not answer the last request. */
  isAlone: boolean;
  /** Calls that wait for a share. */
  waiting: number;
  openedAt: number;
  endsAt: number;
  /** Auth is not asked again before this time. */
  askAt: number;
  asking: Promise<void> | undefined;
}

/** A window takes about 200 bytes. */
const defaultMostSubjects = 100_000;

export interface WindowsOptions {
  windowMs: number;
  /** Calls of a new window that may be made without asking auth. */
  share: number;
  mostSubjects?: number | undefined;
}

/** The windows of learners or networks. When there are too many, the one that was opened first is dropped. */
export class Windows {
  readonly #options: WindowsOptions & { mostSubjects: number };
  /** Ordered by when they were opened. */
  #windows = new Map<string, Window>();
  #sweptAt = -Infinity;

  constructor({ windowMs, share, mostSubjects = defaultMostSubjects }: WindowsOptions) {
    this.#options = { windowMs, share, mostSubjects };
  }

  /** Returns the subject's current window. Opens one if there is none. @param now - by a monotonic clock, in milliseconds */
  of(subject: string, now: number): Window {
    const { windowMs } = this.#options;
    if (now - this.#sweptAt >= windowMs) {
      this.#windows = new Map([...this.#windows].filter(([, { endsAt }]) => endsAt > now));
      this.#sweptAt = now;
    }
    const known = this.#windows.get(subject);
    return known && known.endsAt > now ? known : this.#open(subject, now);
  }

  /** The subject's last window, which may have ended. */
  known(subject: string): Window | undefined {
    return this.#windows.get(subject);
  }

  #open(subject: string, now: number): Window {
    const { windowMs, share, mostSubjects } = this.#options;
    const windows = this.#windows;
    windows.delete(subject);
    if (windows.size >= mostSubjects) for (const [first] of windows) if (windows.delete(first)) break;
    const counts = { made: 0, allowed: share, counted: 0, others: 0, isAlone: false, waiting: 0 };
    const opened = { ...counts, openedAt: now, endsAt: now + windowMs, askAt: now, asking: undefined };
    windows.set(subject, opened);
    return opened;
  }
}
