import { networkLimits, type Call } from '@lectern/contracts';
import { DomainError, networkOf } from '@lectern/service-kit';

const hourMs = 60 * 60_000;
/** The most networks that are counted at once. Each takes about 100 bytes. */
const defaultMostNetworks = 100_000;

/** Reports the status of the answer to a counted call. */
export type Answered = (status: number) => void;
const uncounted: Answered = () => undefined;

/**
 * Counts the calls that the contract limits for each network. A network's hour begins with its first call and goes by a monotonic clock.
 * When too many networks are counted, the oldest is dropped and begins anew.
 */
export function createNetworkLimiter(monotonic: () => number, enabled: boolean, mostNetworks = defaultMostNetworks) {
  /** Ordered by the end of the hour. */
  const hours = new Map<string, { count: number; endsAt: number }>();

  const hourOf = (key: string, now: number) => {
    for (const [each, { endsAt }] of hours) {
      if (endsAt > now && hours.size < mostNetworks) break;
      hours.delete(each);
    }
    const known = hours.get(key);
    if (known) return known;
    const hour = { count: 0, endsAt: now + hourMs };
    hours.set(key, hour);
    return hour;
  };

  return {
    /**
     * Counts one call.
     * @param limit - the limit that the call counts against; `undefined` when it has none
     * @returns a function to call with the status of the answer: a call that was refused as invalid may not count
     * @throws DomainError `rate_limited`
     */
    count(limit: Call['networkLimit'], clientAddress: string): Answered {
      if (!enabled || limit === undefined) return uncounted;
      const { perHour, isFreeWhenInvalid } = networkLimits[limit];
      const now = monotonic();
      const hour = hourOf(`${limit} ${networkOf(clientAddress)}`, now);
      if (hour.count >= perHour)
        throw new DomainError('rate_limited', 'Too many requests from your network. Please try again later.', {
          retryAfterSeconds: (hour.endsAt - now) / 1000,
        });
      hour.count += 1;
      return (status) => {
        if (status === 400 && isFreeWhenInvalid) hour.count -= 1;
      };
    },
  };
}
