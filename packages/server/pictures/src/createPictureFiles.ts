import { StoreUnavailableError } from '@lectern/document-store';
import { ObjectStoreError, type ObjectStore } from '@lectern/object-store';

/** Pictures written or read concurrently. */
const atOnce = 8;

/**
 * Stores the pictures of guides or decks, or other files that belong to one.
 *
 * @param root - The common folder: `pictures`, `card-pictures`, `pages` or `originals`.
 * @throws StoreUnavailableError if the object store cannot be reached
 */
export function createPictureFiles(objects: ObjectStore, root: string) {
  // Keys contain the owner, so that nothing is shared between learners, guides or decks.
  const folderOfLearner = (userId: string): string => `${root}/${userId}`;
  const folderOf = (userId: string, id: string): string => `${folderOfLearner(userId)}/${id}`;
  const keyOf = (userId: string, id: string, hash: string): string => `${folderOf(userId, id)}/${hash}`;
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // The same error as for any other store makes the call retryable, and its leftovers are cleaned up.
      if (error instanceof ObjectStoreError) throw new StoreUnavailableError(error.message, { cause: error });
      throw error;
    }
  };
  return {
    /** Stores the pictures of a guide or deck under the hashes of their bytes. Call before storing the guide or deck. */
    async store(userId: string, id: string, pictures: readonly { hash: string; bytes: Uint8Array }[]): Promise<void> {
      for (let from = 0; from < pictures.length; from += atOnce)
        await asked(Promise.all(pictures.slice(from, from + atOnce).map(({ hash, bytes }) => objects.put(keyOf(userId, id, hash), bytes))));
    },
    read: (userId: string, id: string, hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      asked(objects.get(keyOf(userId, id, hash))),
    delete: (userId: string, id: string, hash: string): Promise<void> => asked(objects.delete(keyOf(userId, id, hash))),
    deleteOf: (userId: string, id: string): Promise<void> => asked(objects.deleteFolder(folderOf(userId, id))),
    deleteOfLearner: (userId: string): Promise<void> => asked(objects.deleteFolder(folderOfLearner(userId))),
  };
}
export type PictureFiles = ReturnType<typeof createPictureFiles>;
