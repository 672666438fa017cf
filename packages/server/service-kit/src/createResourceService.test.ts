import { calls, internalPaths, type ServiceEvent } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { deletedAccountsCollection } from './createDeletedAccounts.ts';
import { createResourceService, type ResourceServiceBuild, type ResourceTools } from './createResourceService.ts';
import { idempotencyCollection } from './idempotencyCollection.ts';
import { leasesCollection } from './leasesCollection.ts';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { plansCollection } from './plans.ts';
import { quotaCollection } from './quotaCounters.ts';
import { shareLinksCollection } from './ShareLinks.ts';
import { route } from './route.ts';
import { credentialHeaders } from './testing/credentialHeaders.ts';

const internalSecret = 'a secret of sixteen characters or more';
const at = new Date('2026-03-05T10:00:00Z');
const collections = [
  leasesCollection,
  quotaCollection,
  shareLinksCollection,
  plansCollection,
  idempotencyCollection,
  deletedAccountsCollection,
];

const open = (own: Partial<ResourceServiceBuild> = {}, store: DocumentStore = memoryStore(collections)) => {
  const happened: string[] = [];
  let tools: ResourceTools | undefined;
  const service = createResourceService(
    {
      name: 'library',
      store,
      internalSecret,
      publicUrl: 'http://localhost:3000',
      call: async () => Promise.reject(new Error('Nobody answers.')),
      metrics: createMetrics({ part: 'library' }),
      log: silentLog,
      clock: () => at,
    },
    (given) => {
      tools = given;
      const resource = (name: string) => ({
        exists: async () => false,
        discard: async (id: string) => void happened.push(`discard ${name} ${id}`),
        eraseAll: async (userId: string) => void happened.push(`erase ${name} ${userId}`),
      });
      return {
        resources: { folders: resource('folders'), studyMaterials: resource('studyMaterials') },
        routes: [
          route(calls.deleteFolder, async ({ userId, params }) => {
            happened.push(`call ${userId}`);
            await tell({ type: 'account.deleted', eventId: 'e9', userId });
            return { _id: params.id };
          }),
        ],
        events: { 'study-material.deleted': async ({ studyMaterialId }) => void happened.push(`told ${studyMaterialId}`) },
        ...own,
      };
    },
  );
  if (!tools) throw new Error('Not built.');
  const ask = (path: string, init: RequestInit = {}, userId?: string) =>
    service.app.request(path, {
      ...init,
      headers: {
        ...credentialHeaders(internalSecret, 'library', path, { ...(userId !== undefined && { identity: { userId } }), now: at }),
        'content-type': 'application/json',
      },
    });
  const tell = async (event: ServiceEvent) => (await ask(internalPaths.events, { method: 'POST', body: JSON.stringify(event) })).status;
  return { service, happened, ask, tell, tools };
};
const materialDeleted = { type: 'study-material.deleted', eventId: 'e1', userId: 'u1', studyMaterialId: 'm1', title: 'Heart' } as const;
const premium = { tier: 'premium', status: 'active', premiumUntil: null, version: 2 } as const;

describe('a resource service', () => {
  it('calls the handler for the type of an event, and accepts events without a handler', async () => {
    const { tell, happened, service } = open();
    expect(await tell(materialDeleted)).toBe(200);
    expect(await tell({ type: 'payment.failed', eventId: 'e2', userId: 'u1', amount: 1, currency: 'usd' })).toBe(200);
    expect(happened).toEqual(['told m1']);
    await service.close();
  });

  it('erases everything of a deleted account, and ignores later events about it', async () => {
    const store = memoryStore(collections);
    const { tell, happened, service, tools } = open({}, store);
    const answers = store.collection(idempotencyCollection);
    const kept = { _id: 'a1', userId: 'u1', bodyHash: '', newId: 'f1', leaseOwner: '', since: at.toISOString() };
    await answers.insert({ ...kept, answer: '{}', expiresAt: '2026-03-06T10:00:00.000Z' });
    await tell({ type: 'plan.changed', eventId: 'e1', userId: 'u1', ...premium });
    expect((await tools.plans.planOf('u1')).tier).toBe('premium');
    await tools.quota.create({ resource: 'folders', userId: 'u1', id: 'f1', limit: 2, message: '' }, async () => undefined);
    expect(await tell({ type: 'account.deleted', eventId: 'e2', userId: 'u1' })).toBe(200);
    expect(happened).toEqual(['erase folders u1', 'erase studyMaterials u1']);
    expect(await tools.deletedAccounts.has('u1')).toBe(true);
    expect(await tools.quota.current('folders', 'u1')).toBe(0);
    expect(await answers.get({ userId: 'u1', _id: 'a1' })).toBeUndefined();
    await tell({ type: 'plan.changed', eventId: 'e3', userId: 'u1', ...premium });
    await tell(materialDeleted);
    expect((await tools.plans.planOf('u1')).tier).toBe('free');
    expect(happened).toHaveLength(2);
    await service.close();
  });

  it('erases again what a call stored that was in flight when the account was deleted', async () => {
    const { ask, happened, service } = open();
    expect((await ask('/folders/f1', { method: 'DELETE' }, 'u1')).status).toBe(401);
    expect(happened).toEqual(['call u1', ...Array.from({ length: 2 }, () => ['erase folders u1', 'erase studyMaterials u1']).flat()]);
    await service.close();
  });

  it('answers how many resources of each kind a learner has', async () => {
    const { ask, service, tools } = open();
    await tools.quota.create({ resource: 'folders', userId: 'u1', id: 'f1', limit: 2, message: '' }, async () => undefined);
    expect(await (await ask(internalPaths.usage('u1'))).json()).toEqual({ folders: 1, studyMaterials: 0 });
    await service.close();
  });

  it('is ready when the reservations of a crash are settled, by looking whether the resource exists', async () => {
    const store = memoryStore(collections);
    const since = '2026-03-05T09:00:00.000Z';
    const pending = [{ _id: 'f1', kind: 'create' as const, since, leaseOwner: '' }];
    const counter = { _id: 'u1:folders', userId: 'u1', held: 1, pending, pendingCount: 1 };
    await store.collection(quotaCollection).insert({ ...counter, pendingSince: since });
    const { ask, happened, service } = open({}, store);
    const isReady = async () => (await ask('/health/ready')).status;
    expect(await isReady()).toBe(503);
    await service.settle();
    expect(await isReady()).toBe(200);
    expect(happened).toEqual(['discard folders f1']);
    expect(await store.collection(quotaCollection).get({ userId: 'u1', _id: 'u1:folders' })).toMatchObject({ held: 0, pending: [] });
    await service.close();
  });
});
