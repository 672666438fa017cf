import { DomainError } from '@lectern/service-kit';

const recountMs = 60_000;
/** The most addresses that wait for verification. */
const waitingMax = 200_000;
const retryAfterSeconds = 600;

/**
 * Limits the addresses that wait for verification: each is a row for a day. Counted in the store once a minute, and locally in between.
 */
export function createRegistrationBound(count: () => Promise<number>, clock: () => Date, most = waitingMax) {
  let known = 0;
  let countedAt = -Infinity;
  return {
    /** Counts one more address. @throws DomainError `unavailable` */
    async take(): Promise<void> {
      const now = clock().getTime();
      if (Math.abs(now - countedAt) >= recountMs) {
        countedAt = now;
        known = await count();
      }
      if (known >= most)
        throw new DomainError('unavailable', 'We cannot take new registrations right now. Please try again later.', {
          retryAfterSeconds,
        });
      known += 1;
    },
  };
}
