import { calls, networkLimits, type Call } from '@lectern/contracts';
import { DomainError, networkOf } from '@lectern/service-kit';

const hourMs = 60 * 60_000;
/** Networks that are kept in mind, some 100 bytes each. */
const usualMost = 100_000;

const limitedCalls = Object.values<Call>(calls).flatMap(({ method, path, networkLimit }) =>
  networkLimit === undefined ? [] : [{ method, networkLimit, pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }],
);

/** A service answers `HEAD` by what answers `GET`, with all that it does. */
const meantBy = (method: string): string => (method === 'HEAD' ? 'GET' : method);

/** Tells the limiter with which status a counted call was answered. */
export type Answered = (status: number) => void;

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
     * @returns what is to be told how the call was answered: some that did nothing do not count
     * @throws DomainError `rate_limited`
     */
    count(method: string, path: string, clientAddress: string): Answered {
      const call = enabled ? limitedCalls.find((each) => each.method === meantBy(method) && each.pattern.test(path)) : undefined;
      if (!call) return () => undefined;
      const { perHour, isFreeWhenInvalid } = networkLimits[call.networkLimit];
      const now = monotonic();
      const hour = hourOf(`${call.networkLimit} ${networkOf(clientAddress)}`, now);
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
