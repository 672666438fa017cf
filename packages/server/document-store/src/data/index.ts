export { backUpFiles, hashOfFile, restoreFiles, type BackedUpFile } from './backUpFiles.ts';
export { copyData, CopyError, type CopiedCollection } from './copyData.ts';
export { openRawEmbeddedStore } from './openRawEmbeddedStore.ts';
export { openRawMongoStore } from './openRawMongoStore.ts';
export type { RawRow, RawStore } from './RawStore.ts';
