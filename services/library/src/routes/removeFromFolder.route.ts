import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const removeFromFolderRoute = (folders: Folders) =>
  route(calls.removeFromFolder, ({ userId, params }) => folders.takeOut(userId, params.id, params.materialId));
