import { internalPaths, ServiceEvent } from '@lectern/contracts';
import { StoreUnavailableError, type DocumentStore } from '@lectern/document-store';
import {
  check,
  createDeletedAccounts,
  createFairQueue,
  startPurging,
  startSettling,
  createIdempotency,
  createPlans,
  createQuota,
  createService,
  type ContentMetrics,
  type InternalClient,
  type Log,
  type Metrics,
} from '@lectern/service-kit';
import { createDecks } from './domain/createDecks.ts';
import { createQuizzes } from './domain/createQuizzes.ts';
import { createSources, sourceQueueLimits } from './domain/createSources.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { routes } from './routes.ts';

export interface AppOptions {
  store: DocumentStore;
  content: StudyContent;
  contentMetrics: ContentMetrics;
  internalSecret: string;
  call: InternalClient;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

/** The study service, built from what it depends on. */
export function createApp({ store, content, contentMetrics, internalSecret, call, metrics, log, clock }: AppOptions) {
  const deletedAccounts = createDeletedAccounts(store);
  const idempotency = createIdempotency(store, clock);
  const plans = createPlans({ store, call, clock, log });
  const quota = createQuota(
    store,
    [
      { thing: 'quizzes', exists: (id) => quizzes.exists(id) },
      { thing: 'flashcards', exists: (id) => decks.exists(id) },
    ],
    clock,
  );
  const sources = createSources(call, createFairQueue({ ...sourceQueueLimits, name: 'sources', metrics }));
  const quizzes = createQuizzes({ store, content, contentMetrics, sources, quota, plans, deletedAccounts, log, clock });
  const decks = createDecks({ store, content, contentMetrics, sources, quota, plans, deletedAccounts, log, clock });

  const eraseAll = async (userId: string): Promise<void> => {
    await quizzes.eraseAll(userId);
    await decks.eraseAll(userId);
    await quota.erase(userId);
    await plans.erase(userId);
    await idempotency.erase(userId);
  };

  const receive = async (event: ServiceEvent): Promise<void> => {
    if (event.type === 'account.deleted') {
      await deletedAccounts.add(event.userId);
      await eraseAll(event.userId);
      return;
    }
    if (await deletedAccounts.has(event.userId)) return;
    if (event.type === 'plan.changed') {
      await plans.apply(event);
      // The account may have been deleted in this very moment: nothing of it may come back.
      if (await deletedAccounts.has(event.userId)) await plans.erase(event.userId);
    } else if (event.type === 'study-material.changed' || event.type === 'study-material.deleted') {
      const news = event.type === 'study-material.deleted' ? ('deleted' as const) : { title: event.title, version: event.version };
      await quizzes.sourceChanged(event.userId, event.studyMaterialId, news);
      await decks.sourceChanged(event.userId, event.studyMaterialId, news);
    }
  };

  let isSettled = false;
  const app = createService({
    name: 'study',
    routes: routes({ quizzes, decks }),
    internal: (service) => {
      service.get('/internal/usage/:userId', async (c) => {
        const userId = c.req.param('userId');
        const [inQuizzes, inDecks] = await Promise.all([quota.current('quizzes', userId), quota.current('flashcards', userId)]);
        return c.json({ quizzes: inQuizzes, flashcards: inDecks });
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
    close: async (): Promise<void> => {
      stopPurging();
      stopSettling();
      await store.close();
    },
  };
}
