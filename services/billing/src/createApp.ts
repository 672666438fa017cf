import { setTimeout as wait } from 'node:timers/promises';
import { UsedModelTokens } from '@lectern/contracts';
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
  type StatefulServiceOptions,
} from '@lectern/service-kit';
import { createLimits } from './domain/createLimits.ts';
import { createModelTokens, type ModelTokenCounts } from './domain/createModelTokens.ts';
import { createReconciliation } from './domain/createReconciliation.ts';
import { createSubscriptions, type Subscriptions } from './domain/createSubscriptions.ts';
import type { Payments } from './domain/Payments.ts';
import { repeat as repeatByTimer, type Repeat } from './repeat.ts';
import { routes } from './routes.ts';
import { cancellationsCollection, subscriptionsCollection } from './store.ts';

export interface AppOptions extends ServiceParts {
  payments: Payments;
  call: InternalClient;
  /** A monotonic clock for the pauses between retries, in milliseconds; `performance.now` when left out. */
  monotonic?: () => number;
  /** Repeats reconciliation; by timers of this process when left out. */
  repeat?: Repeat;
  /** Pause between two requests of reconciliation; 100 ms when left out. */
  pause?: () => Promise<void>;
}

const reconcileEveryMs = 5 * 60_000;
const pauseMs = 100;
const pauseByTimer = (): Promise<void> => wait(pauseMs, undefined, { ref: false });

/** Billing's part of an account's export. */
const createBillingFiles = ({ status }: Pick<Subscriptions, 'status'>): ExportAccountFiles =>
  async function* (userId) {
    yield { name: 'subscription.json', content: await asJson(await status(userId)) };
  };

/** What the other services ask: plans, and the tokens of the language model. */
const internalRoutes =
  (subscriptions: Pick<Subscriptions, 'plan'>, modelTokens: ModelTokenCounts): NonNullable<StatefulServiceOptions['internal']> =>
  (service) => {
    service.get('/internal/plan/:userId', async (c) => c.json(await subscriptions.plan(c.req.param('userId'))));
    service.get('/internal/model-tokens/:userId', async (c) => c.json(await modelTokens.read(c.req.param('userId'))));
    service.post('/internal/model-tokens/:userId', async (c) => {
      await modelTokens.add(c.req.param('userId'), check(UsedModelTokens, await c.req.json()).tokens);
      return c.json({});
    });
  };

/** Creates the billing service from its dependencies. */
export function createApp(options: AppOptions) {
  const { payments, call, repeat = repeatByTimer, monotonic = () => performance.now(), ...parts } = options;
  const { store, metrics, log, clock } = parts;
  const deletedAccounts = createDeletedAccounts(store);
  const leases = createLeases({ store, clock, log });
  const idempotency = createIdempotency(store, leases, clock, log);
  const stripeEvents = metrics.counter({
    name: 'lectern_stripe_events_total',
    help: 'Signed events of Stripe, by type and by what became of them.',
    labels: ['type', 'result'],
  });
  const subscriptions = createSubscriptions({
    observeEvent: (type, result) => stripeEvents.inc({ type, result }),
    store,
    payments,
    deletedAccounts,
    idempotency,
    log,
    clock,
    send: () => {
      planOutbox.flush();
      cancelOutbox.flush();
    },
  });
  const limits = createLimits({ store, subscriptions, deletedAccounts, call, log });

  const modelTokens = createModelTokens({ store, deletedAccounts, clock });
  const planOutbox = createOutbox({
    collection: store.collection(subscriptionsCollection),
    deliver: deliverEvent(call),
    metrics,
    log,
    clock,
    monotonic,
  });
  const cancelOutbox = createOutbox({
    collection: store.collection(cancellationsCollection),
    deliver: (_entry, { _id }) => subscriptions.endForGood(_id),
    emptied: ({ _id }) => subscriptions.forgetCancellation(_id),
    metrics,
    log,
    clock,
    monotonic,
  });

  const reconciliation = createReconciliation({ store, payments, subscriptions, log, pause: options.pause ?? pauseByTimer });
  // The start and readiness do not wait for it.
  const stopReconciling = repeat(() => reconciliation.run(), reconcileEveryMs);

  return createStatefulService({
    ...parts,
    name: 'billing',
    deletedAccounts,
    leases,
    idempotency,
    routes: routes({ subscriptions, limits }),
    internal: internalRoutes(subscriptions, modelTokens),
    exportFiles: createBillingFiles(subscriptions),
    events: { 'account.deleted': ({ userId }) => modelTokens.erase(userId).then(() => subscriptions.eraseAccount(userId)) },
    queues: [planOutbox, cancelOutbox],
    timers: [stopReconciling, () => reconciliation.stop()],
  });
}
