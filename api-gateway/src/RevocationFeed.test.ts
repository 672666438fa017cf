import type { Revocations } from '@lectern/contracts';
import { DomainError, silentLog, type InternalClient } from '@lectern/service-kit';
import { RevocationFeed } from './RevocationFeed.ts';

const pageSize = 3;
const placeOf = (place: number) => `s${String(place).padStart(15, '0')}`;

/** Auth's side of the feed. */
const make = () => {
  const auth = { feed: [] as { _id: string; sessionId: string }[], isUp: true, last: 0, asked: [] as string[] };
  const call: InternalClient = async ({ path }) => {
    if (!auth.isUp) throw new DomainError('unavailable', 'Down.', { retryAfterSeconds: 2 });
    auth.asked.push(path);
    const after = new URL(path, 'http://auth').searchParams.get('after') ?? '';
    const rest = auth.feed.filter(({ _id }) => _id > after);
    const sessions = rest.slice(0, pageSize);
    const answer: Revocations = {
      sessions,
      next: rest.length > pageSize ? (sessions.at(-1)?._id ?? null) : null,
      latest: placeOf(auth.last),
    };
    return answer as never;
  };
  const time = { ms: 0 };
  const feed = new RevocationFeed({ call, monotonic: () => time.ms, log: silentLog });
  return {
    auth,
    feed,
    time,
    end: (...sessionIds: string[]) => {
      for (const sessionId of sessionIds) auth.feed.push({ _id: placeOf((auth.last += 1)), sessionId });
    },
    restore: (place: number) => {
      auth.feed = auth.feed.filter(({ _id }) => _id <= placeOf(place));
      auth.last = place;
    },
  };
};

it('reads all pages, and then new entries only', async () => {
  const { auth, feed, end } = make();
  end('a', 'b', 'c', 'd', 'e', 'f', 'g');
  await feed.sync();
  expect(['a', 'd', 'g', 'h'].map((id) => feed.isEnded(id))).toEqual([true, true, true, false]);
  end('h');
  auth.asked = [];
  await feed.sync();
  expect([feed.isEnded('h'), feed.isEnded('a'), auth.asked]).toEqual([true, true, [`/internal/revocations?after=${placeOf(7)}`]]);
});

it('reads the whole feed every ten minutes, and forgets expired entries', async () => {
  const { auth, feed, end, time } = make();
  end('a', 'b');
  await feed.sync();
  auth.feed.shift();
  time.ms = 599_999;
  await feed.sync();
  expect(feed.isEnded('a')).toBe(true);
  time.ms = 600_000;
  await feed.sync();
  expect(['a', 'b'].map((id) => feed.isEnded(id))).toEqual([false, true]);
});

it('keeps its entries when the whole feed cannot be read', async () => {
  const { auth, feed, end, time } = make();
  end('a');
  await feed.sync();
  auth.isUp = false;
  time.ms = 600_000;
  await feed.sync();
  expect([feed.isEnded('a'), feed.isCurrent()]).toEqual([true, false]);
  auth.isUp = true;
  end('b');
  await feed.sync();
  expect([feed.isEnded('a'), feed.isEnded('b'), feed.isCurrent()]).toEqual([true, true, true]);
});

it('reads the whole feed when the store was restored to an earlier state', async () => {
  const { feed, end, restore } = make();
  end('a', 'b', 'c');
  await feed.sync();
  restore(1);
  end('d');
  // The first read detects the restore, the next one reads the whole feed.
  await feed.sync();
  await feed.sync();
  expect(feed.isEnded('d')).toBe(true);
});
