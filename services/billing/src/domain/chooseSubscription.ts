import type { ProviderSubscription } from './Payments.ts';

/** Paid for, or about to be tried again. */
const running: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Neither paid for nor ended. */
const stopped: ReadonlySet<string> = new Set(['unpaid', 'paused']);

export interface Choice {
  /** The subscription that decides the plan. */
  counts: ProviderSubscription | undefined;
  /** Others that still run and are to be ended: the learner paid twice, or anew after a failed payment. */
  duplicates: ProviderSubscription[];
}

/**
 * Of all that a customer ever had the newest running one counts; what runs outranks what stopped, and that what ended. One that is
 * `incomplete` is a payment in progress: it neither counts before others nor is it a duplicate.
 */
export function chooseSubscription(all: readonly ProviderSubscription[]): Choice {
  // Times are whole seconds; within one the provider's own order, newest first, stands.
  const ordered = [...all].sort((a, b) => b.created - a.created);
  const alive = [...ordered.filter(({ status }) => running.has(status)), ...ordered.filter(({ status }) => stopped.has(status))];
  return { counts: alive[0] ?? ordered[0], duplicates: alive.slice(1) };
}
