import { join } from 'node:path';
import type { CollectionDefinition } from './defineCollection.ts';
import type { DocumentStore } from './DocumentStore.ts';
import { openEmbeddedStore } from './openEmbeddedStore.ts';

/** Where the operators keep the data. */
export interface StoreEngine {
  /** The folder of the embedded engine: a folder per service below it, a file in each. */
  readonly dataFolder: string;
  /** A cluster; with it the folder is not used. */
  readonly mongodbUrl?: string | undefined;
}

/** The database of a service: below the name in the connection string, `lectern` where it names none. */
export const databaseNameOf = (mongodbUrl: string, service: string): string => {
  const [, named] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(mongodbUrl) ?? [];
  return `${named ? decodeURIComponent(named) : 'lectern'}_${service}`;
};

/** The file of a service. */
export const embeddedFileOf = (dataFolder: string, service: string): string => join(dataFolder, service, `${service}.sqlite`);

/**
 * Opens a service's database on the engine that the settings name; a driver is loaded only where it is used.
 * @throws StoreUnavailableError when the embedded file cannot be opened; a cluster may come later
 */
export async function openDocumentStore(
  service: string,
  collections: readonly CollectionDefinition[],
  { dataFolder, mongodbUrl }: StoreEngine,
): Promise<DocumentStore> {
  if (mongodbUrl === undefined) return openEmbeddedStore({ file: embeddedFileOf(dataFolder, service), collections });
  const { openMongoStore } = await import('./openMongoStore.ts');
  return openMongoStore({ url: mongodbUrl, database: databaseNameOf(mongodbUrl, service), collections });
}
