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

/** Treats a key that another process has created meanwhile like a document that it has changed: a step with several writes is then made anew. */
export const unlessDuplicate = (error: unknown): false => {
  if (!(error instanceof DuplicateKeyError)) throw error;
  return false;
};
