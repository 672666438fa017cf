import { internalPaths, Revocations, type ServiceName } from '@lectern/contracts';
import type { InternalClient, Log } from '@lectern/service-kit';

/** How long tokens go on while auth cannot be asked which sessions ended. */
const toleratedMs = 60_000;
/** Ids of several auth processes sort by their clocks, so the feed is read again from a little earlier. */
const overlapMs = 5_000;

/** The lowest id of a moment: ids are UUIDv7, whose first 48 bits are milliseconds. */
const idAt = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export interface FeedOptions {
  call: InternalClient;
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  monotonic: () => number;
  log: Log;
}

/** Follows auth's feed of ended sessions. */
export function createRevocationFeed({ call, monotonic, log }: FeedOptions) {
  const ended = new Set<string>();
  let cursor: string | undefined;
  let syncedAt: number | undefined;
  let complained = false;
  const auth: ServiceName = 'auth';

  const sync = async (): Promise<void> => {
    try {
      let after = cursor === undefined ? undefined : idAt(timeOf(cursor) - overlapMs);
      for (;;) {
        const startedAt = monotonic();
        const page = await call({
          to: auth,
          path: `${internalPaths.revocations}${after ? `?after=${after}` : ''}`,
          answer: Revocations,
          timeoutMs: 3_000,
        });
        for (const each of page.sessions) {
          ended.add(each.sessionId);
          if (cursor === undefined || each._id > cursor) cursor = each._id;
        }
        if (!page.next) {
          syncedAt = startedAt;
          break;
        }
        after = page.next;
      }
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
