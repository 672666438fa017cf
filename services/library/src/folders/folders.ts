import { Folder, FolderDetail, type FolderMoves, type PageQuery } from '@lectern/contracts';
import { insertOnce, notFound, pick, readFoundPage, readPage, runInBulk, type Creation, type Page } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { asListItem } from '../materials/materialDocument.ts';
import { ownMaterial } from '../materials/materialParts.ts';
import type { FolderDocument, MaterialDocument } from '../store.ts';

/** The number of guides per read. */
const membersPerRead = 500;

/** @throws DomainError `not_found` */
async function ownFolder({ store }: LibraryContext, userId: string, id: string): Promise<FolderDocument> {
  const folder = await store.folders.get({ userId, _id: id });
  if (!folder) throw notFound('Folder');
  return folder;
}

/** Returns whether the folder exists. */
export const folderExists = async ({ store }: LibraryContext, userId: string, id: string): Promise<boolean> =>
  (await store.folders.get({ userId, _id: id })) !== undefined;

/** Reads all pages of a folder's guides, newest first. The guide stores its folder, so it is in at most one. */
async function readMembers<T>(
  userId: string,
  folderId: string,
  read: (options: {
    equals: { userId: string; state: 'live'; folderId: string };
    order: 'desc';
    limit: number;
    after?: string;
  }) => Promise<T[]>,
  idOf: (member: T) => string,
): Promise<T[]> {
  const equals = { userId, state: 'live' as const, folderId };
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await read({ equals, order: 'desc', limit: membersPerRead, ...(last !== undefined && { after: idOf(last) }) });
    all.push(...page);
    if (page.length < membersPerRead) return all;
  }
}

/** Returns the ids of a folder's guides, newest first. */
const memberIds = ({ store }: LibraryContext, userId: string, folderId: string): Promise<string[]> =>
  readMembers(
    userId,
    folderId,
    (options) => store.materials.findIds('byFolder', options),
    (id) => id,
  );

/** @returns whether the guide was in the folder */
const takeOut = async ({ store }: LibraryContext, userId: string, folderId: string, materialId: string): Promise<boolean> =>
  (await store.materials.update({ userId, _id: materialId }, { set: { folderId: '' } }, { equals: { folderId } })) !== undefined;

async function takeOutAll(library: LibraryContext, userId: string, folderId: string): Promise<void> {
  for (const id of await memberIds(library, userId, folderId)) await takeOut(library, userId, folderId, id);
}

async function asFolder(library: LibraryContext, folder: FolderDocument): Promise<Folder> {
  const studyMaterials = await memberIds(library, folder.userId, folder._id);
  return pick(Folder, { ...folder, studyMaterials, studyMaterialCount: studyMaterials.length });
}

/** @throws DomainError `limit_reached` */
export async function createFolder(
  library: LibraryContext,
  userId: string,
  name: string,
  { newId: id, resumed }: Creation,
): Promise<Folder> {
  const { store, plans, quota, clock } = library;
  const made = resumed ? await store.folders.get({ userId, _id: id }) : undefined;
  if (made) return asFolder(library, made);
  const limit = (await plans.planOf(userId)).limits.folders;
  const message = `You've reached your limit of ${limit} folders. Upgrade to premium for unlimited folders.`;
  return quota.create({ resource: 'folders', userId, id, limit, message }, async () => {
    const folder = { _id: id, userId, name, createdAt: clock().toISOString() };
    await insertOnce(store.folders, folder);
    return asFolder(library, folder);
  });
}

/** Lists a page of the learner's folders, newest first; `q` searches their names. */
export async function listFolders(
  library: LibraryContext,
  userId: string,
  { limit, after, q }: PageQuery,
  signal?: AbortSignal,
): Promise<Page<Folder>> {
  const { folders } = library.store;
  const cursor = after === undefined ? {} : { after };
  const query = q?.trim();
  const page = query
    ? await readFoundPage(
        limit,
        (size) => folders.search(userId, query, { order: 'desc', limit: size, signal, ...cursor }),
        (ids) => folders.getMany({ userId, ids }),
      )
    : await readPage(limit, (size) => folders.find('byUser', { equals: { userId }, order: 'desc', limit: size, ...cursor }));
  return { ...page, items: await Promise.all(page.items.map((folder) => asFolder(library, folder))) };
}

/** Returns a folder with its guides. @throws DomainError `not_found` */
export async function getFolder(library: LibraryContext, userId: string, id: string): Promise<FolderDetail> {
  const folder = await ownFolder(library, userId, id);
  const members = await readMembers<MaterialDocument>(
    userId,
    id,
    (options) => library.store.materials.find('byFolder', options),
    ({ _id }) => _id,
  );
  return pick(FolderDetail, {
    ...folder,
    studyMaterials: members.map(({ _id }) => _id),
    studyMaterialCount: members.length,
    materials: members.map((material) => asListItem(material, library.clock())),
  });
}

/** @throws DomainError `not_found` */
export async function renameFolder(library: LibraryContext, userId: string, id: string, name: string): Promise<Folder> {
  const folder = await library.store.folders.update({ userId, _id: id }, { set: { name } });
  if (!folder) throw notFound('Folder');
  return asFolder(library, folder);
}

/** Deletes a folder. Its guides stay. They are removed from it first, so that a crash leaves none in a missing folder. */
export async function deleteFolder(library: LibraryContext, userId: string, id: string): Promise<{ _id: string }> {
  await ownFolder(library, userId, id);
  await takeOutAll(library, userId, id);
  await library.shareLinks.end(userId, id);
  await library.quota.remove({ resource: 'folders', userId, id }, () => library.store.folders.delete({ userId, _id: id }));
  // A concurrent call may have added guides.
  await takeOutAll(library, userId, id);
  return { _id: id };
}

/** Moves a guide into a folder. @throws DomainError `not_found` for the guide, and for a folder that was deleted since */
async function moveInto(library: LibraryContext, userId: string, id: string, materialId: string): Promise<void> {
  await ownMaterial(library, userId, materialId);
  const change = { set: { folderId: id } };
  const moved = await library.store.materials.update({ userId, _id: materialId }, change, { equals: { state: 'live' } });
  if (!moved) throw notFound('Study guide');
  if (await folderExists(library, userId, id)) return;
  await takeOut(library, userId, id, materialId);
  throw notFound('Folder');
}

/** Moves a guide into a folder. @throws DomainError `not_found` for either */
export async function addToFolder(library: LibraryContext, userId: string, id: string, materialId: string): Promise<Folder> {
  const folder = await ownFolder(library, userId, id);
  await moveInto(library, userId, id, materialId);
  return asFolder(library, folder);
}

/** Moves several guides into a folder, each independently. @throws DomainError `not_found` for the folder */
export async function addManyToFolder(
  library: LibraryContext,
  userId: string,
  id: string,
  materialIds: readonly string[],
  requestId: string,
): Promise<FolderMoves> {
  const folder = await ownFolder(library, userId, id);
  const moved = await runInBulk(materialIds, (materialId) => moveInto(library, userId, id, materialId), { log: library.log, requestId });
  return { ...(await asFolder(library, folder)), ...moved };
}

/** Removes a guide from a folder. @throws DomainError `not_found` if it is not in the folder */
export async function removeFromFolder(library: LibraryContext, userId: string, id: string, materialId: string): Promise<Folder> {
  const folder = await ownFolder(library, userId, id);
  await ownMaterial(library, userId, materialId);
  if (!(await takeOut(library, userId, id, materialId))) throw notFound('Study guide');
  return asFolder(library, folder);
}

/** Erases all folders of a learner. */
export const eraseFolders = async ({ store }: LibraryContext, userId: string): Promise<void> =>
  void (await store.folders.deleteWhere('byUser', { userId }));
