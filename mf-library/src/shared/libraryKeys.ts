import { queryKeys } from '@lectern/platform';
import type { QueryKey } from '@lectern/platform/query';

/** Query key of the lists of guides. Single guides have separate keys. */
export const guideLists = [...queryKeys.studyMaterials, 'list'];
export const folderLists = [...queryKeys.folders, 'list'];

export const guideKey = (id: string): QueryKey => [...queryKeys.studyMaterials, 'one', id];
export const folderKey = (id: string): QueryKey => [...queryKeys.folders, 'one', id];

/** Nested under the guide's key, so that they are evicted with it. */
export const versionsKey = (id: string): QueryKey => [...guideKey(id), 'versions'];
export const askedKey = (id: string): QueryKey => [...guideKey(id), 'ask'];
export const marksKey = (id: string): QueryKey => [...guideKey(id), 'marks'];
