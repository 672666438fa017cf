import { setTimeout as wait } from 'node:timers/promises';
import { UsedModelTokens } from '@lectern/contracts';
import { collectionsOf } from '@lectern/document-store';
import {
  asJson,
  check,
  createDeletedAccounts,
  createIdempotency,
  createLeases,
  createOutbox,
  createStatefulService,
  deliverEvent,
  type ExportAccountFiles,
  type InternalClient,
  type ServiceParts,
  type StatefulService,
  type StatefulServiceOptions,
} from '@lectern/service-kit';
import type { BillingContext } from './BillingContext.ts';
import { eraseAccount } from './domain/eraseAccount.ts';
import { getPlan, getSubscriptionStatus } from './domain/getSubscriptionStatus.ts';
import { addModelTokens, readModelTokens } from './domain/modelTokens.ts';
import type { Payments } from './domain/Payments.ts';
import { reconcileSubscriptions } from './domain/reconcileSubscriptions.ts';
import { JoinedRuns } from './JoinedRuns.ts';
import { repeat as repeatByTimer, type Repeat } from './repeat.ts';
import { routes } from './routes.ts';
import { collections } from './store.ts';

export interface AppOptions extends ServiceParts {
  payments: Payments;
  call: InternalClient;
  /** A monotonic clock for the pauses between retries, in milliseconds. Defaults to `performance.now`. */
  monotonic?: () => number;
  /** Repeats the reconciliation. Defaults to timers of this process. */
  repeat?: Repeat;
  /** Pauses between two requests of the reconciliation. Defaults to 100 ms. */
  pause?: () => Promise<void>;
}

const reconcileEveryMs = 5 * 60_000;
const pauseMs = 100;
const pauseByTimer = (): Promise<void> => wait(pauseMs, undefined, { ref: false });

/** Creates billing's part of an account export. */
const exportFiles = (billing: BillingContext): ExportAccountFiles =>
  async function* (userId) {
    yield { name: 'subscription.json', content: await asJson(await getSubscriptionStatus(billing, userId)) };
  };

/** The calls of other services: plans, and tokens of the language model. */
const internalRoutes =
  (billing: BillingContext): NonNullable<StatefulServiceOptions['internal']> =>
  (service) => {
    service.get('/internal/plan/:userId', async (c) => c.json(await getPlan(billing, c.req.param('userId'))));
    service.get('/internal/model-tokens/:userId', async (c) => c.json(await readModelTokens(billing, c.req.param('userId'))));
    service.post('/internal/model-tokens/:userId', async (c) => {
      await addModelTokens(billing, c.req.param('userId'), check(UsedModelTokens, await c.req.json()).tokens);
      return c.json({});
    });
  };

/** Creates the billing service from its dependencies. */
export function createApp(options: AppOptions): StatefulService {
  const { payments, call, repeat = repeatByTimer, monotonic = () => performance.now(), pause = pauseByTimer, ...parts } = options;
  const { metrics, log, clock } = parts;
  const leases = createLeases({ store: parts.store, clock, log });
  const stripeEvents = metrics.counter({
    name: 'lectern_stripe_events_total',
    help: 'Signed events of Stripe, by type and result.',
    labels: ['type', 'result'],
  });
  const store = collectionsOf(parts.store, collections);
  const billing: BillingContext = {
    store,
    payments,
    call,
    deletedAccounts: createDeletedAccounts(parts.store),
    idempotency: createIdempotency(parts.store, leases, clock, log),
    planSyncs: new JoinedRuns(payments.withoutLimit),
    flushOutboxes: () => {
      planOutbox.flush();
      cancelOutbox.flush();
    },
    observeEvent: (type, result) => stripeEvents.inc({ type, result }),
    log,
    clock,
  };
  const outboxParts = { metrics, log, clock, monotonic };
  const planOutbox = createOutbox({ ...outboxParts, collection: store.subscriptions, deliver: deliverEvent(call) });
  const cancelOutbox = createOutbox({
    ...outboxParts,
    collection: store.cancellations,
    deliver: (_entry, { _id }) => payments.endForGood(_id),
    emptied: async ({ _id }) => void (await store.cancellations.delete(_id)),
  });

  const closing = new AbortController();
  // Neither the start nor readiness waits for it.
  const stopReconciling = repeat(() => reconcileSubscriptions(billing, { pause, signal: closing.signal }), reconcileEveryMs);

  return createStatefulService({
    ...parts,
    name: 'billing',
    deletedAccounts: billing.deletedAccounts,
    leases,
    idempotency: billing.idempotency,
    routes: routes(billing),
    internal: internalRoutes(billing),
    exportFiles: exportFiles(billing),
    events: { 'account.deleted': ({ userId }) => eraseAccount(billing, userId) },
    queues: [planOutbox, cancelOutbox],
    timers: [stopReconciling, () => closing.abort()],
  });
}
