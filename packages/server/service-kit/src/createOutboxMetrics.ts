import type { Metrics } from './metrics.ts';
import type { WithOutbox } from './outboxEntries.ts';

/** Metrics of an outbox: waiting documents, the age of the oldest, and outcomes. An outbox is named by its collection. */
export function createOutboxMetrics(metrics: Metrics, outbox: string, clock: () => Date) {
  const labels = ['outbox'] as const;
  const waiting = metrics.gauge({
    name: 'lectern_outbox_entries',
    help: 'Entries that were waiting at the last poll, up to 1,000 documents.',
    labels,
  });
  const age = metrics.gauge({ name: 'lectern_outbox_oldest_seconds', help: 'How long the oldest of them has been waiting.', labels });
  const deliveries = metrics.counter({
    name: 'lectern_outbox_deliveries_total',
    help: 'Attempts to deliver an entry: mails, events to services, cancellations to Stripe.',
    labels: ['outbox', 'kind', 'result'],
  });
  return {
    polled(due: readonly WithOutbox[]): void {
      const oldest = due.reduce((least, { outboxSince }) => Math.min(least, Date.parse(outboxSince ?? '') || Infinity), Infinity);
      const entries = due.reduce((sum, document) => sum + document.outbox.length, 0);
      waiting.set({ outbox }, entries);
      age.set({ outbox }, Math.max(0, (clock().getTime() - Math.min(oldest, clock().getTime())) / 1_000));
    },
    attempted: (kind: string, result: 'delivered' | 'failed'): void => deliveries.inc({ outbox, kind, result }),
  };
}
