import { internalPaths, Revocations, type ServiceName } from '@lectern/contracts';
import type { InternalClient, Log } from '@lectern/service-kit';

/** How long tokens go on while auth cannot be asked which sessions ended. */
const toleratedMs = 60_000;
/** Ids of an earlier version of auth are UUIDs, which say nothing about places. */
const isPlace = (id: string | undefined): id is string => id?.startsWith('s') === true;
/** How often the feed is read from its beginning: what a store was restored to is learnt, and what has expired is forgotten. */
const wholeEveryMs = 10 * 60_000;

export interface FeedOptions {
  call: InternalClient;
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  monotonic: () => number;
  log: Log;
}

/**
 * Follows auth's feed of ended sessions. It goes by the places that auth's store gives, never by a clock: nothing is written before a place
 * that was read.
 */
export function createRevocationFeed({ call, monotonic, log }: FeedOptions) {
  let ended = new Set<string>();
  let cursor: string | undefined;
  let syncedAt: number | undefined;
  let wholeAt = -Infinity;
  let complained = false;
  const auth: ServiceName = 'auth';

  /** Reads what comes after a place into a set; answers the last place, or none when the store no longer has what was read before. */
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
    /** Whether the feed is recent enough to trust a token by. */
    isCurrent: (): boolean => syncedAt !== undefined && monotonic() - syncedAt <= toleratedMs,
    /** Follows the feed every second until stopped. */
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
