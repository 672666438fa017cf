import type { Folder } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { FolderDocument } from '../store.ts';
import type { FolderMembers } from './createFolderMembers.ts';
import type { Materials } from './createMaterials.ts';

export interface FolderMovesDependencies {
  members: FolderMembers;
  materials: Pick<Materials, 'own'>;
  /** The learner's folder. @throws DomainError `not_found` */
  own: (userId: string, id: string) => Promise<FolderDocument>;
  exists: (id: string) => Promise<boolean>;
  asFolder: (folder: FolderDocument) => Promise<Folder>;
}

/** Moves of guides into folders and out of them. */
export const createFolderMoves = ({ members, materials, own, exists, asFolder }: FolderMovesDependencies) => ({
  /** Moves a guide into a folder. @throws DomainError `not_found` for either */
  async add(userId: string, id: string, materialId: string): Promise<Folder> {
    const folder = await own(userId, id);
    await materials.own(userId, materialId);
    if (!(await members.add(id, materialId))) throw notFound('Study guide');
    // The folder may have been deleted meanwhile.
    if (await exists(id)) return asFolder(folder);
    await members.takeOut(id, materialId);
    throw notFound('Folder');
  },

  /** Takes a guide out of a folder. @throws DomainError `not_found` when it is not in the folder */
  async takeOut(userId: string, id: string, materialId: string): Promise<Folder> {
    const folder = await own(userId, id);
    await materials.own(userId, materialId);
    if (!(await members.takeOut(id, materialId))) throw notFound('Study guide');
    return asFolder(folder);
  },
});
