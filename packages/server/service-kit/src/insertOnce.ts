import { DuplicateKeyError } from '@lectern/document-store';

/**
 * Inserts a document unless its key exists, from an interrupted attempt or from another process.
 *
 * @returns whether it was inserted
 */
export async function insertOnce<T>(collection: { insert(document: T): Promise<T> }, document: T): Promise<boolean> {
  try {
    await collection.insert(document);
    return true;
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    return false;
  }
}
