import { Folder, FolderDetail, type PageQuery } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import {
  insertOnce,
  notFound,
  pick,
  readFoundPage,
  readPage,
  type Creation,
  type Log,
  type Page,
  type Plans,
  type Quota,
} from '@lectern/service-kit';
import { foldersCollection, type FolderDocument, type Folders as FolderDocuments } from '../store.ts';
import { createFolderMembers } from './createFolderMembers.ts';
import { createFolderMoves } from './createFolderMoves.ts';
import type { Materials } from './createMaterials.ts';
import { asListItem } from './materialDocument.ts';

export interface FoldersOptions {
  store: DocumentStore;
  materials: Pick<Materials, 'own'>;
  quota: Quota;
  plans: Plans;
  log: Log;
  clock: () => Date;
}

const readFolders = (folders: FolderDocuments, userId: string, { limit, after, q }: PageQuery, signal: AbortSignal | undefined) => {
  const cursor = after === undefined ? {} : { after };
  const query = q?.trim();
  return query
    ? readFoundPage(
        limit,
        (size) => folders.search(userId, query, { order: 'desc', limit: size, signal, ...cursor }),
        (ids) => folders.getMany({ userId, ids }),
      )
    : readPage(limit, (size) => folders.find('byUser', { equals: { userId }, order: 'desc', limit: size, ...cursor }));
};

/** Rules of folders. */
export function createFolders({ store, materials, quota, plans, log, clock }: FoldersOptions) {
  const folders: FolderDocuments = store.collection(foldersCollection);
  const members = createFolderMembers(store);

  /** @throws DomainError `not_found` */
  const own = async (userId: string, id: string): Promise<FolderDocument> => {
    const folder = await folders.get({ userId, _id: id });
    if (!folder) throw notFound('Folder');
    return folder;
  };
  const asFolder = async (folder: FolderDocument): Promise<Folder> => {
    const studyMaterials = await members.idsOf(folder.userId, folder._id);
    return pick(Folder, { ...folder, studyMaterials, studyMaterialCount: studyMaterials.length });
  };

  const exists = async (id: string, userId: string): Promise<boolean> => (await folders.get({ userId, _id: id })) !== undefined;

  return {
    ...createFolderMoves({ members, materials, own, exists, asFolder, log }),
    exists,

    async create(userId: string, name: string, { newId: id, resumed }: Creation): Promise<Folder> {
      const made = resumed ? await folders.get({ userId, _id: id }) : undefined;
      if (made) return asFolder(made);
      const limit = (await plans.planOf(userId)).limits.folders;
      const message = `You've reached your limit of ${limit} folders. Upgrade to premium for unlimited folders.`;
      return quota.create({ resource: 'folders', userId, id, limit, message }, async () => {
        const folder = { _id: id, userId, name, createdAt: clock().toISOString() };
        await insertOnce(folders, folder);
        return asFolder(folder);
      });
    },

    async list(userId: string, query: PageQuery, signal?: AbortSignal): Promise<Page<Folder>> {
      const page = await readFolders(folders, userId, query, signal);
      return { ...page, items: await Promise.all(page.items.map(asFolder)) };
    },

    async get(userId: string, id: string): Promise<FolderDetail> {
      const folder = await own(userId, id);
      const documents = await members.documentsOf(userId, id);
      return pick(FolderDetail, {
        ...folder,
        studyMaterials: documents.map(({ _id }) => _id),
        studyMaterialCount: documents.length,
        materials: documents.map((material) => asListItem(material, clock())),
      });
    },

    /** @throws DomainError `not_found` */
    async rename(userId: string, id: string, name: string): Promise<Folder> {
      const folder = await folders.update({ userId, _id: id }, { set: { name } });
      if (!folder) throw notFound('Folder');
      return asFolder(folder);
    },

    /** Deletes a folder. Its guides stay; they are removed from it first, so that a crash leaves none in a missing folder. */
    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await own(userId, id);
      await members.takeOutAll(userId, id);
      await quota.remove({ resource: 'folders', userId, id }, () => folders.delete({ userId, _id: id }));
      // Guides may have been added meanwhile.
      await members.takeOutAll(userId, id);
      return { _id: id };
    },

    async eraseAll(userId: string): Promise<void> {
      await folders.deleteWhere('byUser', { userId });
    },
  };
}
export type Folders = ReturnType<typeof createFolders>;
