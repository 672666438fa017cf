export { coalesceReads, readTogether } from './coalesceReads.ts';
export { collectionsOf, type CollectionsOf } from './collectionsOf.ts';
export { defineCollection } from './defineCollection.ts';
export type { CollectionDefinition, Index, Indexes, SearchField } from './defineCollection.ts';
export type {
  Change,
  Collection,
  DocumentKey,
  DocumentKeys,
  DocumentStore,
  CountRange,
  FindOptions,
  Guard,
  Identified,
  IndexName,
  Order,
  Prefix,
  Read,
  Scalar,
  SearchOptions,
  Where,
  Write,
} from './DocumentStore.ts';
export {
  DocumentTooLargeError,
  DuplicateKeyError,
  InvalidDocumentError,
  StoreBusyError,
  StoreFileError,
  StoreUnavailableError,
  StoreUsageError,
} from './errors.ts';
export { foldText } from './foldText.ts';
export { maybeYield, nextTurn, runAs } from './maybeYield.ts';
export { parseInPieces, stringifyInPieces } from './inPieces.ts';
export { newId } from './newId.ts';
export { fileProblem, openDatabaseFile } from './openDatabaseFile.ts';
export type { DatabaseFileOptions } from './openDatabaseFile.ts';
export { databaseNameOf, embeddedFileOf, openDocumentStore } from './openDocumentStore.ts';
export type { StoreEngine } from './openDocumentStore.ts';
export { openEmbeddedStore } from './openEmbeddedStore.ts';
export type { EmbeddedStoreOptions } from './openEmbeddedStore.ts';
export { toDelete, toInsert, toUpdate, toUpsert } from './writes.ts';
