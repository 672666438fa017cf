import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Folders } from '../domain/createFolders.ts';

export const getFolderRoute = (folders: Folders) => route(calls.getFolder, ({ userId, params }) => folders.get(userId, params.id));
