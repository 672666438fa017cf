import { queryKeys } from '@lectern/platform';
import type { QueryKey } from '@lectern/platform/query';

/** The guides' lists in the cache, apart from single guides. */
export const guideLists = [...queryKeys.studyMaterials, 'list'];
export const folderLists = [...queryKeys.folders, 'list'];

export const guideKey = (id: string): QueryKey => [...queryKeys.studyMaterials, 'one', id];
export const folderKey = (id: string): QueryKey => [...queryKeys.folders, 'one', id];
