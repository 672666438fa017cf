import { StoreUnavailableError } from '@lectern/document-store';
import { ObjectStoreError, type ObjectStore } from '@lectern/object-store';
import type { HashedPicture } from './storedPictures.ts';

/** Where the pictures of a learner and of one guide lie. A key has its owner, so that nothing is shared between learners or guides. */
const folderOf = (userId: string): string => `pictures/${userId}`;
const folderOfGuide = (userId: string, materialId: string): string => `${folderOf(userId)}/${materialId}`;
const keyOf = (userId: string, materialId: string, hash: string): string => `${folderOfGuide(userId, materialId)}/${hash}`;

/** Pictures that are written or read at the same time. */
const atOnce = 8;

/** The files of pictures. @throws StoreUnavailableError while the object store cannot be reached */
export function createPictureFiles(objects: ObjectStore) {
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
    /** Stores the pictures of a guide, each under the hash of its bytes. To be called before the guide is stored. */
    async store(userId: string, materialId: string, pictures: readonly HashedPicture[]): Promise<void> {
      for (let from = 0; from < pictures.length; from += atOnce)
        await asked(
          Promise.all(pictures.slice(from, from + atOnce).map(({ hash, bytes }) => objects.put(keyOf(userId, materialId, hash), bytes))),
        );
    },
    read: (userId: string, materialId: string, hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      asked(objects.get(keyOf(userId, materialId, hash))),
    deleteOfGuide: (userId: string, materialId: string): Promise<void> => asked(objects.deleteFolder(folderOfGuide(userId, materialId))),
    deleteOfLearner: (userId: string): Promise<void> => asked(objects.deleteFolder(folderOf(userId))),
  };
}
export type PictureFiles = ReturnType<typeof createPictureFiles>;
