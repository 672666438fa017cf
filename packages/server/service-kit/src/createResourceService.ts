import type { LimitedResource, ServiceName } from '@lectern/contracts';
import { readTogether, StoreUnavailableError } from '@lectern/document-store';
import { createDeletedAccounts, type DeletedAccounts } from './createDeletedAccounts.ts';
import {
  createStatefulService,
  type EventHandlers,
  type ServiceParts,
  type StatefulService,
  type StatefulServiceOptions,
} from './createStatefulService.ts';
import { createIdempotency } from './createIdempotency.ts';
import { createLeases, type Leases } from './createLeases.ts';
import { ShareLinks } from './ShareLinks.ts';
import type { InternalClient } from './internalClient.ts';
import { createPlans, type Plans } from './plans.ts';
import { createQuota, startSettling, type Quota } from './createQuota.ts';
import type { Counted } from './Reservations.ts';

/** The common functions of a kind of resource that learners own and plans limit. */
export interface Resource {
  /** Returns whether the resource is stored. Decides how the reservations of crashed processes are settled. */
  exists: (id: string, userId: string) => Promise<boolean>;
  /** Deletes the leftovers of an interrupted creation. */
  discard?: (id: string, userId: string) => Promise<void>;
  /** Erases all resources of a learner. */
  eraseAll: (userId: string) => Promise<void>;
}

export interface ResourceServiceParts extends ServiceParts {
  call: InternalClient;
  /** The site's address for browsers. */
  publicUrl: string;
}

/** The dependencies of resources. */
export interface ResourceTools {
  deletedAccounts: DeletedAccounts;
  plans: Plans;
  quota: Quota;
  shareLinks: ShareLinks;
  /** The lease of this process, for work that another process may take over. */
  leases: Leases;
}

/** The parts specific to a service. */
export interface ResourceServiceBuild extends Pick<StatefulServiceOptions, 'routes' | 'internal' | 'queues' | 'exportFiles' | 'degraded'> {
  /** The handlers of other events: those of accounts and plans are built in. */
  events?: Omit<EventHandlers, 'account.deleted' | 'plan.changed'>;
  /** The resources by their names in plan limits; erased in this order. */
  resources: Partial<Record<LimitedResource, Resource>>;
}

export interface ResourceService extends StatefulService {
  /** Settles what a crash left behind. The service is not ready before. */
  settle: () => Promise<void>;
}

/**
 * Creates a service whose resources are limited by the learner's plan. It keeps a copy of the plans, counts the resources, reports the counts to
 * billing, and erases everything with the account.
 *
 * @param build - creates the resources and the service's own parts
 * @example
 * createResourceService({ ...parts, name: 'library' }, (tools) => {
 *   const library = { ...tools, store: collectionsOf(parts.store, collections) };
 *   const folders: Resource = {
 *     exists: (id, userId) => folderExists(library, userId, id),
 *     eraseAll: (userId) => eraseFolders(library, userId),
 *   };
 *   return { resources: { folders }, routes: routes(library) };
 * });
 */
export function createResourceService(
  parts: ResourceServiceParts & { name: ServiceName },
  build: (tools: ResourceTools) => ResourceServiceBuild,
): ResourceService {
  const { store, call, publicUrl, log, clock } = parts;
  const deletedAccounts = createDeletedAccounts(store);
  const plans = createPlans({ store, call, clock, log });
  // A circular dependency: resources need the quota, and the quota calls the resources. The list is filled below, before its first use.
  const counted: Counted[] = [];
  const leases = createLeases({ store, clock, log });
  const quota = createQuota(store, counted, leases, clock);
  const shareLinks = new ShareLinks({ store, secret: parts.internalSecret, publicUrl, call, log, clock });
  const { resources, internal, events, ...own } = build({ deletedAccounts, plans, quota, shareLinks, leases });
  const kinds = Object.entries(resources);
  for (const [resource, { exists, discard }] of kinds)
    counted.push({ resource, exists, discard: async (id, userId) => discard?.(id, userId) });

  let isSettled = false;
  const service = createStatefulService({
    ...parts,
    ...own,
    deletedAccounts,
    leases,
    idempotency: createIdempotency(store, leases, clock, log),
    internal: (app) => {
      internal?.(app);
      app.get('/internal/usage/:userId', async (c) => {
        const userId = c.req.param('userId');
        const read = () => Promise.all(kinds.map(async ([name]) => [name, await quota.current(name, userId)] as const));
        return c.json(Object.fromEntries(await readTogether(userId, read)));
      });
    },
    events: {
      'plan.changed': async (state) => {
        await plans.apply(state);
        // The account may have been deleted since: its plan must not reappear.
        if (await deletedAccounts.has(state.userId)) await plans.erase(state.userId);
      },
      ...events,
    },
    erase: async (userId) => {
      // First, so that creations in flight store nothing, and last, for counters that they stored meanwhile.
      await quota.erase(userId);
      for (const [, resource] of kinds) await resource.eraseAll(userId);
      await shareLinks.erase(userId);
      await quota.erase(userId);
      await plans.erase(userId);
    },
    timers: [startSettling(quota, log)],
    ready: async () => {
      if (!isSettled) throw new StoreUnavailableError('Reservations that a crash left are not settled yet.');
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
