import { queryKeys } from '@lectern/platform';
import type { QueryKey } from '@lectern/platform/query';

/** Key of the cached lists of guides; single guides have keys of their own. */
export const guideLists = [...queryKeys.studyMaterials, 'list'];
export const folderLists = [...queryKeys.folders, 'list'];

export const guideKey = (id: string): QueryKey => [...queryKeys.studyMaterials, 'one', id];
export const folderKey = (id: string): QueryKey => [...queryKeys.folders, 'one', id];

/** Below the guide's key, so that they leave the cache with it. */
export const versionsKey = (id: string): QueryKey => [...guideKey(id), 'versions'];
export const askedKey = (id: string): QueryKey => [...guideKey(id), 'ask'];
export const marksKey = (id: string): QueryKey => [...guideKey(id), 'marks'];
