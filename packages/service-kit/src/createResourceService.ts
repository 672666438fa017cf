import type { CountedThing, ServiceName } from '@lectern/contracts';
import { StoreUnavailableError } from '@lectern/document-store';
import { createDeletedAccounts, type DeletedAccounts } from './createDeletedAccounts.ts';
import {
  createStatefulService,
  type EventHandlers,
  type ServiceParts,
  type StatefulService,
  type StatefulServiceOptions,
} from './createStatefulService.ts';
import { createIdempotency } from './idempotency.ts';
import type { InternalClient } from './internalClient.ts';
import { createPlans, type Plans } from './plans.ts';
import { createQuota, startSettling, type Counted, type Quota } from './quota.ts';

/** The rules of one kind of thing that learners own and a plan counts, as far as its service's wiring needs them. */
export interface Resource {
  /** Whether one is stored: what settles a reservation that a crash left. */
  exists: (id: string) => Promise<boolean>;
  /** Takes away what a creation that was cut off left besides the thing itself. */
  discard?: (id: string) => Promise<void>;
  /** Erases all of a learner's. */
  eraseAll: (userId: string) => Promise<void>;
}

export interface ResourceServiceParts extends ServiceParts {
  call: InternalClient;
}

/** What the rules of resources are made with. */
export interface ResourceTools {
  deletedAccounts: DeletedAccounts;
  plans: Plans;
  quota: Quota;
}

/** What is the service's own. */
export interface ResourceServiceBuild extends Pick<StatefulServiceOptions, 'routes' | 'internal' | 'queues'> {
  /** Those of accounts and plans are taken care of. */
  events?: Omit<EventHandlers, 'account.deleted' | 'plan.changed'>;
  /** By the name under which the plan counts them; erased in this order. */
  resources: Partial<Record<CountedThing, Resource>>;
}

export interface ResourceService extends StatefulService {
  /** Settles what a crash left; the service is not ready before. */
  settle: () => Promise<void>;
}

/**
 * A service of things that learners own under the limits of their plan: keeps a copy of the plans, counts, answers the counts to billing, and
 * erases all of it with the account.
 * @param build - makes the service's rules and says what of them is seen from outside
 */
export function createResourceService(
  parts: ResourceServiceParts & { name: ServiceName },
  build: (tools: ResourceTools) => ResourceServiceBuild,
): ResourceService {
  const { store, call, log, clock } = parts;
  const deletedAccounts = createDeletedAccounts(store);
  const plans = createPlans({ store, call, clock, log });
  // The rules need the quota, and the quota asks the rules: known to it before it is used for the first time.
  const counted: Counted[] = [];
  const quota = createQuota(store, counted, clock);
  const { resources, internal, events, ...own } = build({ deletedAccounts, plans, quota });
  const kinds = Object.entries(resources);
  for (const [thing, resource] of kinds)
    counted.push({ thing, exists: (id) => resource.exists(id), discard: async (id) => resource.discard?.(id) });

  let isSettled = false;
  const service = createStatefulService({
    ...parts,
    ...own,
    deletedAccounts,
    idempotency: createIdempotency(store, clock),
    internal: (app) => {
      internal?.(app);
      app.get('/internal/usage/:userId', async (c) => {
        const userId = c.req.param('userId');
        const counts = await Promise.all(kinds.map(async ([thing]) => [thing, await quota.current(thing, userId)] as const));
        return c.json(Object.fromEntries(counts));
      });
    },
    events: {
      'plan.changed': async (state) => {
        await plans.apply(state);
        // The account may have been deleted in this very moment: nothing of it may come back.
        if (await deletedAccounts.has(state.userId)) await plans.erase(state.userId);
      },
      ...events,
    },
    erase: async (userId) => {
      for (const [, resource] of kinds) await resource.eraseAll(userId);
      await quota.erase(userId);
      await plans.erase(userId);
    },
    timers: [startSettling(quota, log)],
    ready: async () => {
      if (!isSettled) throw new StoreUnavailableError('What a crash left is not settled yet.');
      await store.ping();
    },
  });

  return {
    ...service,
    settle: async () => {
      await quota.settleAll();
      isSettled = true;
    },
  };
}
