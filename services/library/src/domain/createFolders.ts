import { Folder, FolderDetail, type PageQuery } from '@lectern/contracts';
import { DuplicateKeyError, type DocumentStore } from '@lectern/document-store';
import { notFound, pick, readFoundPage, readPage, type Creation, type Page, type Plans, type Quota } from '@lectern/service-kit';
import { foldersCollection, materialsCollection, type FolderDocument, type MaterialDocument } from '../store.ts';
import { asListItem, type Materials } from './createMaterials.ts';

const batch = 500;

/** Rules of folders. The material stores its folder, so it is in one folder at most. */
export function createFolders(options: { store: DocumentStore; materials: Materials; quota: Quota; plans: Plans; clock: () => Date }) {
  const { store, quota, plans, clock } = options;
  const folders = store.collection(foldersCollection);
  const materials = store.collection(materialsCollection);

  /** @throws DomainError `not_found` */
  const own = async (userId: string, id: string): Promise<FolderDocument> => {
    const folder = await folders.get(id);
    if (!folder || folder.userId !== userId) throw notFound('Folder');
    return folder;
  };

  const membersOf = async (userId: string, folderId: string): Promise<MaterialDocument[]> => {
    const members: MaterialDocument[] = [];
    for (let after: string | undefined; ; after = members.at(-1)?._id) {
      const page = await materials.find('byFolder', {
        equals: { userId, state: 'live', folderId },
        order: 'desc',
        limit: batch,
        ...(after !== undefined && { after }),
      });
      members.push(...page);
      if (page.length < batch) return members;
    }
  };

  const memberIdsOf = async (userId: string, folderId: string): Promise<string[]> => {
    const members: string[] = [];
    for (let after: string | undefined; ; after = members.at(-1)) {
      const page = await materials.findIds('byFolder', {
        equals: { userId, state: 'live', folderId },
        order: 'desc',
        limit: batch,
        ...(after !== undefined && { after }),
      });
      members.push(...page);
      if (page.length < batch) return members;
    }
  };

  const asFolder = async (folder: FolderDocument): Promise<Folder> => {
    const studyMaterials = await memberIdsOf(folder.userId, folder._id);
    return pick(Folder, { ...folder, studyMaterials, studyMaterialCount: studyMaterials.length });
  };

  return {
    async create(userId: string, name: string, { newId: id, resumed }: Creation): Promise<Folder> {
      if (resumed) {
        const made = await folders.get(id);
        if (made) return asFolder(made);
      }
      const limit = (await plans.planOf(userId)).limits.folders;
      return quota.create(
        {
          resource: 'folders',
          userId,
          id,
          limit,
          message: `You've reached your limit of ${limit} folders. Upgrade to premium for unlimited folders.`,
        },
        async () => {
          const folder = { _id: id, userId, name, createdAt: clock().toISOString() };
          try {
            await folders.insert(folder);
          } catch (error) {
            // An interrupted attempt had stored it already.
            if (!(error instanceof DuplicateKeyError)) throw error;
          }
          return asFolder(folder);
        },
      );
    },

    async list(userId: string, { limit, after, q }: PageQuery, signal?: AbortSignal): Promise<Page<Folder>> {
      const cursor = after === undefined ? {} : { after };
      const query = q?.trim();
      const page = query
        ? await readFoundPage(
            limit,
            (size) => folders.search(userId, query, { order: 'desc', limit: size, signal, ...cursor }),
            (ids) => folders.getMany(ids),
          )
        : await readPage(limit, (size) => folders.find('byUser', { equals: { userId }, order: 'desc', limit: size, ...cursor }));
      return { ...page, items: await Promise.all(page.items.map(asFolder)) };
    },

    async get(userId: string, id: string): Promise<FolderDetail> {
      const folder = await own(userId, id);
      const members = await membersOf(userId, id);
      return pick(FolderDetail, {
        ...folder,
        studyMaterials: members.map((member) => member._id),
        studyMaterialCount: members.length,
        materials: members.map(asListItem),
      });
    },

    /** Deletes a folder. Its guides stay; they are removed from it first, so that a crash leaves none in a missing folder. */
    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await own(userId, id);
      for (const member of await memberIdsOf(userId, id))
        await materials.update(member, { set: { folderId: '' } }, { equals: { folderId: id } });
      await quota.remove({ resource: 'folders', userId, id }, () => folders.delete(id));
      for (const late of await memberIdsOf(userId, id))
        await materials.update(late, { set: { folderId: '' } }, { equals: { folderId: id } });
      return { _id: id };
    },

    /** Moves a guide into a folder. @throws DomainError `not_found` for either */
    async add(userId: string, id: string, materialId: string): Promise<Folder> {
      const folder = await own(userId, id);
      await options.materials.own(userId, materialId);
      if (!(await materials.update(materialId, { set: { folderId: id } }, { equals: { state: 'live' } }))) throw notFound('Study guide');
      // The folder may have been deleted meanwhile.
      if (!(await folders.get(id))) {
        await materials.update(materialId, { set: { folderId: '' } }, { equals: { folderId: id } });
        throw notFound('Folder');
      }
      return asFolder(folder);
    },

    /** Takes a guide out of a folder. @throws DomainError `not_found` when it is not in the folder */
    async takeOut(userId: string, id: string, materialId: string): Promise<Folder> {
      const folder = await own(userId, id);
      await options.materials.own(userId, materialId);
      if (!(await materials.update(materialId, { set: { folderId: '' } }, { equals: { folderId: id } }))) throw notFound('Study guide');
      return asFolder(folder);
    },

    exists: async (id: string): Promise<boolean> => (await folders.get(id)) !== undefined,

    async eraseAll(userId: string): Promise<void> {
      await folders.deleteWhere('byUser', { userId });
    },
  };
}
export type Folders = ReturnType<typeof createFolders>;
