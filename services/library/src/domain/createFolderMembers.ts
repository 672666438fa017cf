import type { DocumentStore } from '@lectern/document-store';
import { materialsCollection, type MaterialDocument } from '../store.ts';

/** Members that are read at once. */
const membersPerRead = 500;

const readAll = async <T>(read: (after: string | undefined) => Promise<T[]>, idOf: (each: T) => string): Promise<T[]> => {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await read(last && idOf(last));
    all.push(...page);
    if (page.length < membersPerRead) return all;
  }
};

/** Which guides are in which folder. The material stores its folder, so it is in one folder at most. */
export function createFolderMembers(store: DocumentStore) {
  const materials = store.collection(materialsCollection);
  const pageOptions = (userId: string, folderId: string, after: string | undefined) => ({
    equals: { userId, state: 'live' as const, folderId },
    order: 'desc' as const,
    limit: membersPerRead,
    ...(after !== undefined && { after }),
  });

  /** @returns whether the guide was in the folder */
  const takeOut = async (userId: string, folderId: string, materialId: string): Promise<boolean> =>
    (await materials.update({ userId, _id: materialId }, { set: { folderId: '' } }, { equals: { folderId } })) !== undefined;
  /** The ids of a folder's guides, newest first. */
  const idsOf = (userId: string, folderId: string): Promise<string[]> =>
    readAll(
      (after) => materials.findIds('byFolder', pageOptions(userId, folderId, after)),
      (id) => id,
    );

  return {
    idsOf,
    takeOut,
    /** A folder's guides, newest first. */
    documentsOf: (userId: string, folderId: string): Promise<MaterialDocument[]> =>
      readAll(
        (after) => materials.find('byFolder', pageOptions(userId, folderId, after)),
        ({ _id }) => _id,
      ),
    /** @returns whether the guide exists */
    add: async (userId: string, folderId: string, materialId: string): Promise<boolean> =>
      (await materials.update({ userId, _id: materialId }, { set: { folderId } }, { equals: { state: 'live' } })) !== undefined,
    async takeOutAll(userId: string, folderId: string): Promise<void> {
      for (const id of await idsOf(userId, folderId)) await takeOut(userId, folderId, id);
    },
  };
}
export type FolderMembers = ReturnType<typeof createFolderMembers>;
