import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const createFolderRoute = (folders: Folders) =>
  route(calls.createFolder, ({ userId, body, creation }) => folders.create(userId, body.name, creation));
