import { stoppedGeneration, type Creation, type StoredGeneration } from '@lectern/service-kit';
import type { PictureFiles } from '@lectern/pictures';
import type { LibraryContext } from '../LibraryContext.ts';
import { guideLimit, storeMaterial } from '../materials/createStudyMaterial.ts';
import { bodyOf, ownMaterial } from '../materials/materialParts.ts';
import type { BodyDocument, MaterialDocument, Original, PagesDocument } from '../store.ts';

/** The key of a guide. */
export interface GuideKey {
  userId: string;
  id: string;
}

/** Copies files of a guide to its copy. @returns the hashes of those that were there */
async function copyFiles(files: PictureFiles, from: GuideKey, to: GuideKey, hashes: Iterable<string>): Promise<Set<string>> {
  const copied = new Set<string>();
  for (const hash of hashes) {
    if (copied.has(hash)) continue;
    const bytes = await files.read(from.userId, from.id, hash);
    if (!bytes) continue;
    await files.store(to.userId, to.id, [{ hash, bytes }]);
    copied.add(hash);
  }
  return copied;
}

/** A copy does not continue the generation of its original. */
const copiedGeneration = (generation: StoredGeneration | undefined): StoredGeneration | undefined =>
  generation?.state === 'running' ? stoppedGeneration(generation, 'stopped') : generation;

const copiedMaterial = (original: MaterialDocument, { userId, id: _id }: GuideKey, folderId: string, now: Date): MaterialDocument => {
  const { title, stylePreference, overview, preview, generatedBy } = original;
  const generation = copiedGeneration(original.generation);
  return {
    ...{ _id, userId, state: 'live', title, stylePreference, overview, preview, generatedBy, folderId },
    ...(generation && { generation }),
    ...{ createdAt: now.toISOString(), version: 1, outbox: [], outboxCount: 0 },
  };
};

/** Without former versions and without what the owner's generation cost. */
const copiedBody = (original: BodyDocument, { userId, id: _id }: GuideKey): BodyDocument => {
  const { markdownVersion: _version, markdownSavedAt: _savedAt, usage: _usage, ...body } = original;
  return { ...body, _id, userId };
};

/** Copies the pages of a guide. The copy makes those that its original still waits for. */
async function copyPages(library: LibraryContext, from: GuideKey, to: GuideKey): Promise<PagesDocument | undefined> {
  const { store, pages, clock } = library;
  const stored = await store.pages.get({ userId: from.userId, _id: from.id });
  if (!stored) return undefined;
  const there = await copyFiles(
    pages.files,
    from,
    to,
    stored.pages.map(({ id }) => id),
  );
  const waiting = stored.state === 'waiting' ? stored.originals.filter(({ isDone }) => !isDone) : [];
  const kept = await copyFiles(
    pages.originals,
    from,
    to,
    waiting.map(({ hash }) => hash),
  );
  const originals = waiting.filter(({ hash }) => kept.has(hash)).map((original): Original => ({ ...original, attempts: 0 }));
  const { dueAt: _dueAt, ...copy } = stored;
  return {
    ...copy,
    ...{ _id: to.id, userId: to.userId, leaseOwner: '', originals, pages: stored.pages.filter(({ id }) => there.has(id)) },
    ...(originals.length > 0 ? { dueAt: clock().toISOString() } : { state: stored.state === 'waiting' ? 'failed' : stored.state }),
  };
}

/**
 * Copies a guide that its owner shares into another account: text, source, pictures and pages; no marks, questions, places or former versions.
 *
 * @param folderId - the folder of the copy; empty for none
 * @throws DomainError `limit_reached`; `not_found` if the guide was deleted since
 */
export async function copyGuide(
  library: LibraryContext,
  from: GuideKey,
  userId: string,
  { newId: id, confirm }: Pick<Creation, 'newId' | 'confirm'>,
  folderId = '',
): Promise<void> {
  const { quota, pictures, clock } = library;
  await quota.create({ resource: 'studyMaterials', userId, id, ...(await guideLimit(library, userId)) }, async () => {
    const to = { userId, id };
    const original = await ownMaterial(library, from.userId, from.id);
    const body = await bodyOf(library, original);
    await copyFiles(
      pictures.files,
      from,
      to,
      (body.pictures ?? []).map(({ hash }) => hash),
    );
    const pages = await copyPages(library, from, to);
    await confirm();
    await storeMaterial(library, copiedMaterial(original, to, folderId, clock()), copiedBody(body, to), pages);
    library.pages.flush();
  });
}
