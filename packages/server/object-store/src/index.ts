export { ObjectStoreError } from './ObjectStore.ts';
export type { ObjectStore } from './ObjectStore.ts';
export { objectFolderOf, openObjectStore } from './openObjectStore.ts';
export type { ObjectStoreSettings } from './openObjectStore.ts';
