import { randomBytes } from 'node:crypto';
import type { Records } from './Records.ts';
import { newEvent, type StripeEvent } from './stripeObjects.ts';

/** The dependencies of `Books`. */
export interface BooksOptions {
  readonly records: Records;
  /** The time in milliseconds since 1970. */
  readonly clock: () => number;
  /** The address of the pages for browsers, without a trailing slash. */
  readonly publicUrl: string;
  /** Called with the events of a change. Resolves once they are accepted. */
  readonly deliver: (events: readonly StripeEvent[]) => Promise<void>;
}

/** The result of a change, and a promise that resolves once its webhooks are accepted. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly accepted: Promise<void>;
}

/** Returns the `previous_attributes` of an event: the old values of the changed fields. */
const changedFields = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, field))),
  );

/** Stores objects and reports their changes as events, in transactions. */
export class Books {
  readonly records: Records;
  readonly publicUrl: string;
  readonly #options: BooksOptions;
  #events: StripeEvent[] = [];

  constructor(options: BooksOptions) {
    this.records = options.records;
    this.publicUrl = options.publicUrl;
    this.#options = options;
  }

  /** Runs `work` in a transaction, then delivers its events. */
  write<Result>(work: () => Result): Outcome<Result> {
    this.#events = [];
    const result = this.records.transaction(work);
    return { result, accepted: this.#options.deliver(this.#events) };
  }

  /** Returns the time in seconds since 1970, as Stripe's objects have it. */
  now(): number {
    return Math.floor(this.#options.clock() / 1_000);
  }

  /** Returns a new, unguessable id such as `cus_…`. */
  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** Creates an event. With `before`, the event lists the changed fields; there is no event if nothing changed. */
  emit(type: string, object: object, before?: object): void {
    const previous = before && changedFields(before, object);
    if (previous && Object.keys(previous).length === 0) return;
    const event = newEvent(this.id('evt'), type, this.now(), object, previous);
    this.records.put('event', event.id, event);
    this.#events.push(event);
  }
}
