import { networkLimits, type Call } from '@lectern/contracts';
import { DomainError, networkOf } from '@lectern/service-kit';

const hourMs = 60 * 60_000;
/** Networks that are kept in mind, some 100 bytes each. */
const usualMost = 100_000;

/** Tells the limiter with which status a counted call was answered. */
export type Answered = (status: number) => void;
const uncounted: Answered = () => undefined;

/**
 * Counts the calls that the contract limits for a network, in hours that begin with its first one, by milliseconds that only ever grow.
 * A network that is forgotten, because too many others came after it, begins anew.
 */
export function createNetworkLimiter(monotonic: () => number, enabled: boolean, mostNetworks = usualMost) {
  /** In the order in which their hours end. */
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
     * @param limit - which one the call counts against, if any
     * @returns what is to be told how the call was answered: some that did nothing do not count
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
