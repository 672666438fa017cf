import { join } from 'node:path';
import { coalesceReads } from './coalesceReads.ts';
import type { CollectionDefinition } from './defineCollection.ts';
import type { DocumentStore } from './DocumentStore.ts';
import { openEmbeddedStore } from './openEmbeddedStore.ts';

/** The location of the data, from the operators' settings. */
export interface StoreEngine {
  /** The folder of the embedded engine. It contains a folder with one file per service. */
  readonly dataFolder: string;
  /** The connection string of a cluster. If set, the folder is not used. */
  readonly mongodbUrl?: string | undefined;
}

/** Returns the name of a service's database. Its prefix is the database of the connection string, or `lectern`. */
export const databaseNameOf = (mongodbUrl: string, service: string): string => {
  const [, named] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(mongodbUrl) ?? [];
  return `${named ? decodeURIComponent(named) : 'lectern'}_${service}`;
};

/** Returns the path of a service's file. */
export const embeddedFileOf = (dataFolder: string, service: string): string => join(dataFolder, service, `${service}.sqlite`);

/**
 * Opens a service's database on the configured engine. Reads side by side within `readTogether` are one request. MongoDB's driver is loaded only if it is used.
 *
 * @throws StoreUnavailableError if the embedded file cannot be opened. A cluster may become available later
 */
export async function openDocumentStore(
  service: string,
  collections: readonly CollectionDefinition[],
  { dataFolder, mongodbUrl }: StoreEngine,
): Promise<DocumentStore> {
  if (mongodbUrl === undefined) return coalesceReads(openEmbeddedStore({ file: embeddedFileOf(dataFolder, service), collections }));
  const { openMongoStore } = await import('./openMongoStore.ts');
  return coalesceReads(openMongoStore({ url: mongodbUrl, database: databaseNameOf(mongodbUrl, service), collections }));
}
