import type { Hono } from 'hono';
import { internalPaths, ServiceEvent } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts } from './createDeletedAccounts.ts';
import { serveAccountExport, type ExportAccountFiles } from './accountExport.ts';
import { check } from './check.ts';
import { createService, type ServiceEnvironment, type ServiceOptions } from './createService.ts';
import type { Leases } from './createLeases.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { BackgroundQueue } from './createPollLoop.ts';
import { startPurging } from './purging.ts';

type EventsByType = { [Event in ServiceEvent as Event['type']]: Event };

/** The handlers of events from other services, by type. Other events are ignored. */
export type EventHandlers = { [Type in keyof EventsByType]?: (event: EventsByType[Type]) => Promise<void> };

/** The dependencies of every service with a store. */
export interface ServiceParts {
  store: DocumentStore;
  internalSecret: string;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  /** Whether the per-learner limits of public calls apply. Defaults to `true`. */
  rateLimits?: boolean;
}

export interface StatefulServiceOptions extends ServiceParts, Omit<ServiceOptions, 'ready' | 'isDeletedAccount' | 'eraseAgain'> {
  deletedAccounts: DeletedAccounts;
  /** The lease of this process. It is renewed until the service is closed. */
  leases: Leases;
  /**
   * Erases a learner's data, except stored answers of idempotent calls: when the account is deleted, and again after a call that was in flight at
   * that moment.
   */
  erase?: (userId: string) => Promise<void>;
  /** This service's part of an account export. Without it, the service has no internal call for exports. */
  exportFiles?: ExportAccountFiles;
  /** Handlers receive no events of deleted accounts, except `account.deleted`. */
  events?: EventHandlers;
  /** The background queues. They finish their work in flight before the store is closed. */
  queues?: readonly Pick<BackgroundQueue, 'idle' | 'stop'>[];
  /** The stop functions of periodic work. */
  timers?: readonly (() => void)[];
  /** Releases other resources after the queues have stopped. */
  release?: () => void;
  /** Defaults to ready while the store answers. */
  ready?: () => Promise<void>;
}

export interface StatefulService {
  app: Hono<ServiceEnvironment>;
  /** Resolves when the queues have nothing in flight. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}

/** Calls the handler of an event, if there is one. */
const handle = async <Type extends keyof EventsByType>(handlers: EventHandlers, type: Type, event: EventsByType[Type]): Promise<void> =>
  handlers[type]?.(event);

/**
 * Creates a service with its own store: handles events, erases the data of deleted accounts, purges expired documents, is ready while the store
 * answers, and closes in order.
 *
 * @example
 * const leases = createLeases({ store, clock, log });
 * const idempotency = createIdempotency(store, leases, clock, log);
 * const { app, close } = createStatefulService({
 *   ...parts, name: 'billing', leases, idempotency, deletedAccounts: createDeletedAccounts(store),
 *   routes: routes(billing),
 *   events: { 'account.deleted': ({ userId }) => eraseAccount(billing, userId) },
 *   queues: [planOutbox, cancelOutbox],
 * });
 */
export function createStatefulService(options: StatefulServiceOptions): StatefulService {
  const { store, deletedAccounts, leases, idempotency, erase, exportFiles, events, queues = [], timers = [], log, clock } = options;
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
      if (exportFiles) serveAccountExport(service, exportFiles, log);
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
  leases.start();

  return {
    app,
    idle: async () => {
      for (const queue of queues) await queue.idle();
    },
    close: async () => {
      for (const stop of [stopPurging, ...timers]) stop();
      await Promise.all(queues.map((queue) => queue.stop()));
      options.release?.();
      await leases.stop().catch((error: unknown) => log('warn', 'lease.failed', { error }));
      await store.close();
    },
  };
}
