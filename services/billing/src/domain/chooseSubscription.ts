import type { ProviderSubscription } from './Payments.ts';

/** Statuses with a payment, or with a retry ahead. */
const running: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Statuses without a payment that have not ended. */
const stopped: ReadonlySet<string> = new Set(['unpaid', 'paused']);

export interface Choice {
  /** The subscription that decides the plan. */
  counts: ProviderSubscription | undefined;
  /** Other running subscriptions, which are to be ended: the learner paid twice, or again after a failed payment. */
  duplicates: ProviderSubscription[];
}

/**
 * Chooses the subscription that counts: the newest running one, else the newest stopped one, else the newest ended one. An `incomplete` one is
 * a payment in progress: it neither outranks others nor is it a duplicate.
 */
export function chooseSubscription(all: readonly ProviderSubscription[]): Choice {
  // Times are whole seconds; within one second the provider's order, newest first, is kept.
  const ordered = [...all].sort((a, b) => b.created - a.created);
  const alive = [...ordered.filter(({ status }) => running.has(status)), ...ordered.filter(({ status }) => stopped.has(status))];
  return { counts: alive[0] ?? ordered[0], duplicates: alive.slice(1) };
}
