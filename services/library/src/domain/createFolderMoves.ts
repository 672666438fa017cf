import type { Folder, FolderMoves } from '@lectern/contracts';
import { notFound, runInBulk, type Log } from '@lectern/service-kit';
import type { FolderDocument } from '../store.ts';
import type { FolderMembers } from './createFolderMembers.ts';
import type { Materials } from './createMaterials.ts';

export interface FolderMovesDependencies {
  members: FolderMembers;
  materials: Pick<Materials, 'own'>;
  /** The learner's folder. @throws DomainError `not_found` */
  own: (userId: string, id: string) => Promise<FolderDocument>;
  exists: (id: string, userId: string) => Promise<boolean>;
  asFolder: (folder: FolderDocument) => Promise<Folder>;
  log: Log;
}

/** @throws DomainError `not_found` for the guide, and for a folder that was deleted meanwhile */
const move = async (
  { members, materials, exists }: Pick<FolderMovesDependencies, 'members' | 'materials' | 'exists'>,
  userId: string,
  id: string,
  materialId: string,
): Promise<void> => {
  await materials.own(userId, materialId);
  if (!(await members.add(userId, id, materialId))) throw notFound('Study guide');
  if (await exists(id, userId)) return;
  await members.takeOut(userId, id, materialId);
  throw notFound('Folder');
};

/** Moves of guides into folders and out of them. */
export const createFolderMoves = ({ members, materials, own, exists, asFolder, log }: FolderMovesDependencies) => ({
  /** Moves a guide into a folder. @throws DomainError `not_found` for either */
  async add(userId: string, id: string, materialId: string): Promise<Folder> {
    const folder = await own(userId, id);
    await move({ members, materials, exists }, userId, id, materialId);
    return asFolder(folder);
  },

  /** Moves several guides into a folder, each on its own. @throws DomainError `not_found` for the folder */
  async addMany(userId: string, id: string, materialIds: readonly string[], requestId: string): Promise<FolderMoves> {
    const folder = await own(userId, id);
    const moved = await runInBulk(materialIds, (materialId) => move({ members, materials, exists }, userId, id, materialId), {
      log,
      requestId,
    });
    return { ...(await asFolder(folder)), ...moved };
  },

  /** Takes a guide out of a folder. @throws DomainError `not_found` when it is not in the folder */
  async takeOut(userId: string, id: string, materialId: string): Promise<Folder> {
    const folder = await own(userId, id);
    await materials.own(userId, materialId);
    if (!(await members.takeOut(userId, id, materialId))) throw notFound('Study guide');
    return asFolder(folder);
  },
});
