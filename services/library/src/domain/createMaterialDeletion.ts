import type { BulkResult } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { eventEntry, runInBulk, type Log, type Quota } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';

export interface MaterialDeletionDependencies {
  parts: MaterialParts;
  quota: Quota;
  log: Log;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Deletion of guides. */
export function createMaterialDeletion({ parts, quota, log, clock, send }: MaterialDeletionDependencies) {
  /** Deletes a guide. Its quizzes and decks stay; an event tells study that their source was deleted. */
  const remove = async (userId: string, id: string): Promise<{ _id: string }> => {
    const { title } = await parts.own(userId, id);
    const now = clock();
    const eventId = newId(() => now.getTime());
    const event = { type: 'study-material.deleted' as const, eventId, userId, studyMaterialId: id, title };
    await quota.remove({ resource: 'studyMaterials', userId, id }, () =>
      parts.materials.update(
        { userId, _id: id },
        {
          set: { state: 'deleted', folderId: '', outboxSince: now.toISOString() },
          increment: { outboxCount: 1 },
          append: { outbox: eventEntry('study', event) },
        },
        { equals: { state: 'live' } },
      ),
    );
    await parts.discard(id, userId);
    send();
    return { _id: id };
  };

  return {
    remove,

    /** Deletes several guides, each on its own. */
    removeMany: (userId: string, ids: readonly string[], requestId: string): Promise<BulkResult> =>
      runInBulk(ids, (id) => remove(userId, id), { log, requestId }),

    /** Deletes the rest of a deleted guide, after study was told. */
    async finalizeDeletion(userId: string, id: string): Promise<void> {
      const material = await parts.materials.get({ userId, _id: id });
      if (material?.state !== 'deleted') return;
      // Parts are deleted first, so that after a crash the document still says that they have to go.
      await parts.discard(id, userId);
      await parts.materials.delete({ userId, _id: id }, { equals: { state: 'deleted' } });
    },
  };
}
