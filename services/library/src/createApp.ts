import { internalPaths, ServiceEvent } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import { StoreUnavailableError, type DocumentStore } from '@lectern/document-store';
import {
  check,
  createDeletedAccounts,
  deliverEvent,
  startPurging,
  startSettling,
  createIdempotency,
  createOutbox,
  createPlans,
  createQuota,
  createService,
  DomainError,
  type InternalClient,
  type Log,
  type Metrics,
} from '@lectern/service-kit';
import { createUploadBudget } from './createUploadBudget.ts';
import { createFolders } from './domain/createFolders.ts';
import { createMaterials } from './domain/createMaterials.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { routes } from './routes.ts';
import { materialsCollection } from './store.ts';

const megabyte = 1024 * 1024;

export interface AppOptions {
  store: DocumentStore;
  content: StudyContent;
  internalSecret: string;
  call: InternalClient;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

/** The library service, built from what it depends on. */
export function createApp({ store, content, internalSecret, call, metrics, log, clock }: AppOptions) {
  const deletedAccounts = createDeletedAccounts(store);
  const idempotency = createIdempotency(store, clock);
  const plans = createPlans({ store, call, clock, log });
  const quota = createQuota(
    store,
    [
      { thing: 'studyMaterials', exists: (id) => materials.exists(id), discard: (id) => materials.discard(id) },
      { thing: 'folders', exists: (id) => folders.exists(id) },
    ],
    clock,
  );
  const materials = createMaterials({ store, content, quota, plans, deletedAccounts, clock, send: () => outbox.flush() });
  const folders = createFolders({ store, materials, quota, plans, clock });

  const uploads = createUploadBudget({ total: 400 * megabyte, perLearner: 2 * largestUpload, metrics });

  const outbox = createOutbox({
    collection: store.collection(materialsCollection) as never,
    deliver: deliverEvent(call),
    emptied: ({ _id }) => materials.finalizeDeletion(_id),
    metrics,
    log,
    clock,
  });

  const eraseAll = async (userId: string): Promise<void> => {
    await materials.eraseAll(userId);
    await folders.eraseAll(userId);
    await quota.erase(userId);
    await plans.erase(userId);
    await idempotency.erase(userId);
  };

  const receive = async (event: ServiceEvent): Promise<void> => {
    if (event.type === 'plan.changed') {
      if (await deletedAccounts.has(event.userId)) return;
      await plans.apply(event);
      // The account may have been deleted in this very moment: nothing of it may come back.
      if (await deletedAccounts.has(event.userId)) await plans.erase(event.userId);
    } else if (event.type === 'account.deleted') {
      await deletedAccounts.add(event.userId);
      await eraseAll(event.userId);
    }
  };

  let isSettled = false;
  const app = createService({
    name: 'library',
    routes: routes({ materials, folders, uploads }),
    internal: (service) => {
      service.get('/internal/study-materials/:id/source', async (c) => {
        const { userId } = c.get('identity');
        if (!userId) throw new DomainError('unauthenticated', 'Whose study guide?');
        return c.json(await materials.source(userId, c.req.param('id')));
      });
      service.get('/internal/usage/:userId', async (c) => {
        const userId = c.req.param('userId');
        const [studyMaterials, inFolders] = await Promise.all([quota.current('studyMaterials', userId), quota.current('folders', userId)]);
        return c.json({ studyMaterials, folders: inFolders });
      });
      service.post(internalPaths.events, async (c) => {
        await receive(check(ServiceEvent, await c.req.json()));
        return c.json({});
      });
    },
    internalSecret,
    idempotency,
    isDeletedAccount: (userId) => deletedAccounts.has(userId),
    eraseAgain: eraseAll,
    ready: async () => {
      if (!isSettled) throw new StoreUnavailableError('What a crash left is not settled yet.');
      await store.ping();
    },
    metrics,
    log,
    clock,
  });

  const stopPurging = startPurging(store, clock, log);
  const stopSettling = startSettling(quota, log);

  return {
    app,
    /** Settles what a crash left; the service is not ready before. */
    settle: async (): Promise<void> => {
      await quota.settleAll();
      isSettled = true;
    },
    /** Resolves when events on their way have arrived. */
    idle: () => outbox.idle(),
    close: async (): Promise<void> => {
      stopPurging();
      stopSettling();
      await outbox.stop();
      await store.close();
    },
  };
}
