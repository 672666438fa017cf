import { networkLimitNames, networkLimits, type NetworkLimitName } from '@lectern/contracts';
import { DomainError, networkOf } from '@lectern/service-kit';
import { createShareLimiter, type ShareLimiter, type ShareLimiterOptions } from './createShareLimiter.ts';

/** Reports the status of the answer to a counted call. */
export type Answered = (status: number) => void;
const uncounted: Answered = () => undefined;

/** Counts the calls that the contract limits for each network. */
export function createNetworkLimiter(options: Omit<ShareLimiterOptions, 'limit'>) {
  const { enabled, monotonic } = options;
  const limiters = Object.fromEntries(networkLimitNames.map((limit) => [limit, createShareLimiter({ ...options, limit })])) as Record<
    NetworkLimitName,
    ShareLimiter
  >;

  const countLimited = async (limit: NetworkLimitName, clientAddress: string): Promise<Answered> => {
    const limiter = limiters[limit];
    const network = networkOf(clientAddress);
    const counted = limiter.count(network);
    // Read after the call was counted: a window that the call opened is not newer than this.
    const countedAt = monotonic();
    const retryAfterSeconds = await counted;
    if (retryAfterSeconds !== undefined)
      throw new DomainError('rate_limited', 'Too many requests from your network. Please try again later.', { retryAfterSeconds });
    return (status) => {
      if (status === 400 && networkLimits[limit].isFreeWhenInvalid) limiter.giveBack(network, countedAt);
    };
  };

  return {
    /**
     * Counts one call.
     * @param limit - the limit that the call counts against; `undefined` when it has none
     * @returns a function to call with the status of the answer: a call that was refused as invalid may not count
     * @throws DomainError `rate_limited`
     */
    count(limit: NetworkLimitName | undefined, clientAddress: string): Answered | Promise<Answered> {
      return enabled && limit !== undefined ? countLimited(limit, clientAddress) : uncounted;
    },
  };
}
