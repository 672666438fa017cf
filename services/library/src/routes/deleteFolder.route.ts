import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const deleteFolderRoute = (folders: Folders) => route(calls.deleteFolder, ({ userId, params }) => folders.remove(userId, params.id));
