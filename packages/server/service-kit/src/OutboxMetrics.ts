import type { Metrics } from './metrics.ts';
import type { WithOutbox } from './outboxEntries.ts';

/** The metrics of an outbox: waiting documents, the age of the oldest, and outcomes. An outbox has the name of its collection. */
export class OutboxMetrics {
  readonly #outbox: string;
  readonly #clock: () => Date;
  readonly #waiting;
  readonly #age;
  readonly #deliveries;

  constructor(metrics: Metrics, outbox: string, clock: () => Date) {
    this.#outbox = outbox;
    this.#clock = clock;
    const labels = ['outbox'] as const;
    this.#waiting = metrics.gauge({
      name: 'lectern_outbox_entries',
      help: 'Entries that were waiting at the last poll, up to 1,000 documents.',
      labels,
    });
    this.#age = metrics.gauge({ name: 'lectern_outbox_oldest_seconds', help: 'How long the oldest of them has been waiting.', labels });
    this.#deliveries = metrics.counter({
      name: 'lectern_outbox_deliveries_total',
      help: 'Attempts to deliver an entry: mails, events to services, cancellations to Stripe.',
      labels: ['outbox', 'kind', 'result'],
    });
  }

  polled(due: readonly WithOutbox[]): void {
    const outbox = this.#outbox;
    const now = this.#clock().getTime();
    const oldest = due.reduce((least, { outboxSince }) => Math.min(least, Date.parse(outboxSince ?? '') || Infinity), now);
    this.#waiting.set(
      { outbox },
      due.reduce((sum, document) => sum + document.outbox.length, 0),
    );
    this.#age.set({ outbox }, (now - oldest) / 1_000);
  }

  attempted(kind: string, result: 'delivered' | 'failed'): void {
    this.#deliveries.inc({ outbox: this.#outbox, kind, result });
  }
}
