import type { Hono } from 'hono';
import { internalPaths, ServiceEvent } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts } from './createDeletedAccounts.ts';
import { check, createService, type ServiceEnvironment, type ServiceOptions } from './createService.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import { startPurging } from './purging.ts';

type EventsByType = { [Event in ServiceEvent as Event['type']]: Event };

/** What is to be done when another service tells something, by the type of event. What is not named here is no news to the service. */
export type EventHandlers = { [Type in keyof EventsByType]?: (event: EventsByType[Type]) => Promise<void> };

/** What every service that stores something is built from. */
export interface ServiceParts {
  store: DocumentStore;
  internalSecret: string;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

export interface StatefulServiceOptions extends ServiceParts, Omit<ServiceOptions, 'ready' | 'isDeletedAccount' | 'eraseAgain'> {
  deletedAccounts: DeletedAccounts;
  /**
   * Erases what the service holds of a learner, besides the answers to their calls: when the account is deleted, and once more after a call
   * that was under way at that moment.
   */
  erase?: (userId: string) => Promise<void>;
  /** Of a deleted account nothing is told but that it was deleted. */
  events?: EventHandlers;
  /** What sends something by and by. They end what is under way before the store is closed. */
  queues?: readonly Pick<Outbox, 'idle' | 'stop'>[];
  /** What ends the work that comes again by itself. */
  timers?: readonly (() => void)[];
  /** Ends what else the service holds, once its queues have stopped. */
  release?: () => void;
  /** While the store answers, when left out. */
  ready?: () => Promise<void>;
}

export interface StatefulService {
  app: Hono<ServiceEnvironment>;
  /** Resolves when what the queues had under way has arrived. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}

/** Carries out what the table names for an event. */
const handle = async <Type extends keyof EventsByType>(handlers: EventHandlers, type: Type, event: EventsByType[Type]): Promise<void> =>
  handlers[type]?.(event);

/**
 * A service with a store of its own: takes the events of others, erases what is left of deleted accounts, deletes what has expired, is ready
 * while the store answers, and ends in order.
 */
export function createStatefulService(options: StatefulServiceOptions): StatefulService {
  const { store, deletedAccounts, idempotency, erase, events, queues = [], timers = [], log, clock } = options;
  const eraseAll =
    erase &&
    (async (userId: string): Promise<void> => {
      await erase(userId);
      await idempotency.erase(userId);
    });
  const handlers: EventHandlers = {
    ...(eraseAll && {
      'account.deleted': async ({ userId }) => {
        await deletedAccounts.add(userId);
        await eraseAll(userId);
      },
    }),
    ...events,
  };
  const receive = async (event: ServiceEvent): Promise<void> => {
    if (event.type !== 'account.deleted' && (await deletedAccounts.has(event.userId))) return;
    await handle(handlers, event.type, event);
  };

  const app = createService({
    ...options,
    internal: (service) => {
      options.internal?.(service);
      service.post(internalPaths.events, async (c) => {
        await receive(check(ServiceEvent, await c.req.json()));
        return c.json({});
      });
    },
    isDeletedAccount: (userId) => deletedAccounts.has(userId),
    ...(eraseAll && { eraseAgain: eraseAll }),
    ready: options.ready ?? (() => store.ping()),
  });
  const stopPurging = startPurging(store, clock, log);

  return {
    app,
    idle: async () => {
      for (const queue of queues) await queue.idle();
    },
    close: async () => {
      for (const stop of [stopPurging, ...timers]) stop();
      await Promise.all(queues.map((queue) => queue.stop()));
      options.release?.();
      await store.close();
    },
  };
}
