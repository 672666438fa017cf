import { networkLimitNames, networkLimits, type NetworkLimitName } from '@lectern/contracts';
import { ShareLimiter, type ShareLimiterOptions } from '@lectern/rate-limits';
import { DomainError, networkOf } from '@lectern/service-kit';

/** Reports the status of the answer to a counted call. */
export type Answered = (status: number) => void;
const uncounted: Answered = () => undefined;

/** Counts the calls that the contract limits per network. */
export class NetworkLimiter {
  readonly #options: Omit<ShareLimiterOptions, 'limit'>;
  readonly #limiters: ReadonlyMap<NetworkLimitName, ShareLimiter>;

  constructor(options: Omit<ShareLimiterOptions, 'limit'>) {
    this.#options = options;
    this.#limiters = new Map(networkLimitNames.map((limit) => [limit, new ShareLimiter({ ...options, limit })]));
  }

  /**
   * Counts a call.
   *
   * @param limit - the limit against which the call counts; `undefined` without one
   * @returns a function to call with the status of the answer, because a call that was refused as invalid may not count
   * @throws DomainError `rate_limited`
   */
  count(limit: NetworkLimitName | undefined, clientAddress: string): Answered | Promise<Answered> {
    const limiter = this.#options.enabled && limit !== undefined ? this.#limiters.get(limit) : undefined;
    return limiter && limit !== undefined ? this.#countAt(limiter, limit, clientAddress) : uncounted;
  }

  async #countAt(limiter: ShareLimiter, limit: NetworkLimitName, clientAddress: string): Promise<Answered> {
    const network = networkOf(clientAddress);
    const counted = limiter.count(network);
    // Read after the call was counted, so that it is not earlier than the start of a window that the call opened.
    const countedAt = this.#options.monotonic();
    const retryAfterSeconds = await counted;
    if (retryAfterSeconds !== undefined)
      throw new DomainError('rate_limited', 'Too many requests from your network. Please try again later.', { retryAfterSeconds });
    return (status) => {
      if (status === 400 && networkLimits[limit].isFreeWhenInvalid) limiter.giveBack(network, countedAt);
    };
  }
}
