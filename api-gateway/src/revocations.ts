import { internalPaths, Revocations, type ServiceName } from '@lectern/contracts';
import type { InternalClient, Log } from '@lectern/service-kit';

/** How long tokens stay valid while auth cannot be reached, in milliseconds. */
const toleratedMs = 60_000;
/** Whether an id is a sequence number. Ids of an earlier version of auth are UUIDs, which have no order. */
const isPlace = (id: string | undefined): id is string => id?.startsWith('s') === true;
/** How often the feed is read from its beginning, in milliseconds: this picks up a restored store and drops expired sessions. */
const wholeEveryMs = 10 * 60_000;

export interface FeedOptions {
  call: InternalClient;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  log: Log;
}

/**
 * Follows auth's feed of ended sessions. The cursor is a sequence number of auth's store, never a time: no entry is ever added before a number that
 * was read.
 */
export function createRevocationFeed({ call, monotonic, log }: FeedOptions) {
  let ended = new Set<string>();
  let cursor: string | undefined;
  let syncedAt: number | undefined;
  let wholeAt = -Infinity;
  let complained = false;
  const auth: ServiceName = 'auth';

  /** Adds the sessions after a cursor to a set. @returns the new cursor; `undefined` when the store no longer has the entries read before */
  const readAfter = async (place: string | undefined, into: Set<string>): Promise<string | undefined> => {
    let last = place;
    for (;;) {
      const page = await call({
        to: auth,
        path: `${internalPaths.revocations}${last ? `?after=${last}` : ''}`,
        answer: Revocations,
        timeoutMs: 3_000,
      });
      for (const { sessionId } of page.sessions) into.add(sessionId);
      last = page.sessions.at(-1)?._id ?? last;
      const isRestored = page.latest !== undefined && isPlace(last) && last > page.latest;
      if (!page.next) return isRestored ? undefined : last;
    }
  };

  const sync = async (): Promise<void> => {
    const startedAt = monotonic();
    const isWhole = cursor === undefined || startedAt - wholeAt >= wholeEveryMs;
    try {
      const into = isWhole ? new Set<string>() : ended;
      cursor = await readAfter(isWhole ? undefined : cursor, into);
      ended = into;
      syncedAt = startedAt;
      if (isWhole) wholeAt = startedAt;
      complained = false;
    } catch (error) {
      if (!complained) log('warn', 'revocations.unreachable', { error });
      complained = true;
    }
  };

  return {
    sync,
    isEnded: (sessionId: string): boolean => ended.has(sessionId),
    /** Whether the feed is recent enough to accept tokens. */
    isCurrent: (): boolean => syncedAt !== undefined && monotonic() - syncedAt <= toleratedMs,
    /** Reads the feed every second. @returns a function that stops it */
    follow(): () => void {
      let stopped = false;
      let timer: NodeJS.Timeout | undefined;
      const next = () => {
        if (!stopped) timer = setTimeout(() => void sync().then(next), 1000);
      };
      void sync().then(next);
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
}
