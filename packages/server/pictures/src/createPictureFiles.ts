import { StoreUnavailableError } from '@lectern/document-store';
import { ObjectStoreError, type ObjectStore } from '@lectern/object-store';
import type { HashedPicture } from './hashPicture.ts';

/** Pictures that are written or read at the same time. */
const atOnce = 8;

/**
 * The files of the pictures of guides or decks.
 * @param root - the folder of all of them: `pictures` or `card-pictures`
 * @throws StoreUnavailableError while the object store cannot be reached
 */
export function createPictureFiles(objects: ObjectStore, root: string) {
  // A key has its owner, so that nothing is shared between learners, guides or decks.
  const folderOfLearner = (userId: string): string => `${root}/${userId}`;
  const folderOf = (userId: string, id: string): string => `${folderOfLearner(userId)}/${id}`;
  const keyOf = (userId: string, id: string, hash: string): string => `${folderOf(userId, id)}/${hash}`;
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // Mapped to the error of every other store, so that the call is retryable and what it left is settled.
      if (error instanceof ObjectStoreError) throw new StoreUnavailableError(error.message, { cause: error });
      throw error;
    }
  };
  return {
    /** Stores the pictures of a guide or deck, each under the hash of its bytes. To be called before the guide or deck is stored. */
    async store(userId: string, id: string, pictures: readonly Pick<HashedPicture, 'hash' | 'bytes'>[]): Promise<void> {
      for (let from = 0; from < pictures.length; from += atOnce)
        await asked(Promise.all(pictures.slice(from, from + atOnce).map(({ hash, bytes }) => objects.put(keyOf(userId, id, hash), bytes))));
    },
    read: (userId: string, id: string, hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      asked(objects.get(keyOf(userId, id, hash))),
    deleteOf: (userId: string, id: string): Promise<void> => asked(objects.deleteFolder(folderOf(userId, id))),
    deleteOfLearner: (userId: string): Promise<void> => asked(objects.deleteFolder(folderOfLearner(userId))),
  };
}
export type PictureFiles = ReturnType<typeof createPictureFiles>;
