import { DomainError } from '@lectern/service-kit';

const recountMs = 60_000;

/**
 * Keeps the addresses that wait for verification below a number, whoever registers them: each is a row that lives for a day. Counted
 * once a minute, and in between by what comes.
 */
export function createRegistrationBound(count: () => Promise<number>, clock: () => Date, most = 200_000) {
  let known = 0;
  let countedAt = -Infinity;
  return {
    /** Takes one more address. @throws DomainError `unavailable` */
    async take(): Promise<void> {
      const now = clock().getTime();
      if (Math.abs(now - countedAt) >= recountMs) {
        countedAt = now;
        known = await count();
      }
      if (known >= most)
        throw new DomainError('unavailable', 'We cannot take new registrations right now. Please try again later.', {
          retryAfterSeconds: 600,
        });
      known += 1;
    },
  };
}
export type RegistrationBound = ReturnType<typeof createRegistrationBound>;
