import type { BulkResult } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { eventEntry, runInBulk } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { discardMaterial, ownMaterial } from './materialParts.ts';

/** Deletes a guide. Its quizzes and decks stay; an event informs study of the deletion. @throws DomainError `not_found` */
export async function deleteStudyMaterial(library: LibraryContext, userId: string, id: string): Promise<{ _id: string }> {
  const { title } = await ownMaterial(library, userId, id);
  const now = library.clock();
  const eventId = newId(() => now.getTime());
  const event = { type: 'study-material.deleted' as const, eventId, userId, studyMaterialId: id, title };
  const change = {
    set: { state: 'deleted' as const, folderId: '', outboxSince: now.toISOString() },
    increment: { outboxCount: 1 },
    append: { outbox: eventEntry('study', event) },
  };
  await library.quota.remove({ resource: 'studyMaterials', userId, id }, () =>
    library.store.materials.update({ userId, _id: id }, change, { equals: { state: 'live' } }),
  );
  await discardMaterial(library, userId, id);
  library.flushOutbox();
  return { _id: id };
}

/** Deletes several guides, each independently. */
export const deleteStudyMaterials = (
  library: LibraryContext,
  userId: string,
  ids: readonly string[],
  requestId: string,
): Promise<BulkResult> => runInBulk(ids, (id) => deleteStudyMaterial(library, userId, id), { log: library.log, requestId });

/** Deletes the rest of a deleted guide, after study has received the event. */
export async function finalizeDeletion(library: LibraryContext, userId: string, id: string): Promise<void> {
  const { materials } = library.store;
  const material = await materials.get({ userId, _id: id });
  if (material?.state !== 'deleted') return;
  // Parts are deleted first, so that after a crash the document still marks them for deletion.
  await discardMaterial(library, userId, id);
  await materials.delete({ userId, _id: id }, { equals: { state: 'deleted' } });
}
