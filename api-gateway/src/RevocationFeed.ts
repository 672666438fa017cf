import { internalPaths, Revocations } from '@lectern/contracts';
import type { InternalClient, Log } from '@lectern/service-kit';

/** How long tokens stay valid while auth is unreachable, in milliseconds. */
const toleratedMs = 60_000;
/** Returns whether an id is a sequence number. Ids of an earlier version of auth are UUIDs, which have no order. */
const isPlace = (id: string | undefined): id is string => id?.startsWith('s') === true;
/** The interval of complete reads of the feed, in milliseconds: they detect a restored store and drop expired sessions. */
const wholeEveryMs = 10 * 60_000;

export interface RevocationFeedOptions {
  call: InternalClient;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  log: Log;
}

/**
 * Reads auth's feed of ended sessions. The cursor is a sequence number of auth's store, never a time: no entry is ever added before a number that
 * was read.
 */
export class RevocationFeed {
  readonly #options: RevocationFeedOptions;
  #ended = new Set<string>();
  #cursor: string | undefined;
  #syncedAt: number | undefined;
  #wholeAt = -Infinity;
  #complained = false;

  constructor(options: RevocationFeedOptions) {
    this.#options = options;
  }

  isEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }

  /** Returns whether the feed is recent enough to accept tokens. */
  isCurrent(): boolean {
    return this.#syncedAt !== undefined && this.#options.monotonic() - this.#syncedAt <= toleratedMs;
  }

  /** Reads the feed every second. @returns a function that stops it */
  follow(): () => void {
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const next = () => {
      if (!stopped) timer = setTimeout(() => void this.sync().then(next), 1000);
    };
    void this.sync().then(next);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  async sync(): Promise<void> {
    const startedAt = this.#options.monotonic();
    const isWhole = this.#cursor === undefined || startedAt - this.#wholeAt >= wholeEveryMs;
    try {
      const into = isWhole ? new Set<string>() : this.#ended;
      this.#cursor = await this.#readAfter(isWhole ? undefined : this.#cursor, into);
      this.#ended = into;
      this.#syncedAt = startedAt;
      if (isWhole) this.#wholeAt = startedAt;
      this.#complained = false;
    } catch (error) {
      if (!this.#complained) this.#options.log('warn', 'revocations.unreachable', { error });
      this.#complained = true;
    }
  }

  /** Adds the sessions after a cursor to a set. @returns the new cursor; `undefined` if the store no longer contains the previously read entries */
  async #readAfter(place: string | undefined, into: Set<string>): Promise<string | undefined> {
    let last = place;
    for (;;) {
      const page = await this.#options.call({
        to: 'auth',
        path: `${internalPaths.revocations}${last ? `?after=${last}` : ''}`,
        answer: Revocations,
        timeoutMs: 3_000,
      });
      for (const { sessionId } of page.sessions) into.add(sessionId);
      last = page.sessions.at(-1)?._id ?? last;
      const isRestored = page.latest !== undefined && isPlace(last) && last > page.latest;
      if (!page.next) return isRestored ? undefined : last;
    }
  }
}
