import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const addToFolderRoute = (folders: Folders) =>
  route(calls.addToFolder, ({ userId, params, body }) => folders.add(userId, params.id, body.materialId));
