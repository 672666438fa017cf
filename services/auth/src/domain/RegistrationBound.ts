import { DomainError } from '@lectern/service-kit';

const recountMs = 60_000;
/** The maximum number of addresses that wait for verification. */
const waitingMax = 200_000;
const retryAfterSeconds = 600;

/** Limits the addresses that wait for verification: each is a row for a day. Counted in the store once a minute, and locally in between. */
export class RegistrationBound {
  readonly #count: () => Promise<number>;
  readonly #clock: () => Date;
  readonly #most: number;
  #known = 0;
  #countedAt = -Infinity;

  constructor(count: () => Promise<number>, clock: () => Date, most = waitingMax) {
    this.#count = count;
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts one more address. @throws DomainError `unavailable` */
  async take(): Promise<void> {
    const now = this.#clock().getTime();
    if (Math.abs(now - this.#countedAt) >= recountMs) {
      this.#countedAt = now;
      this.#known = await this.#count();
    }
    if (this.#known >= this.#most)
      throw new DomainError('unavailable', 'We cannot take new registrations right now. Please try again later.', { retryAfterSeconds });
    this.#known += 1;
  }
}
