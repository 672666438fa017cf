import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const listFoldersRoute = (folders: Folders) =>
  route(calls.listFolders, ({ userId, query, signal }) => folders.list(userId, query, signal));
