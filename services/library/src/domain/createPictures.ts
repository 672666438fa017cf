import { createHash } from 'node:crypto';
import { StoreUnavailableError } from '@lectern/document-store';
import { ObjectStoreError, type ObjectStore } from '@lectern/object-store';
import type { Picture } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { EncodedPicture } from '../pictures/PictureEncoder.ts';
import type { StoredPicture } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import type { PictureAddresses, Signed } from './createPictureAddresses.ts';

/** Where the pictures of a learner and of one guide lie. A key has its owner, so that nothing is shared between learners or guides. */
const folderOf = (userId: string): string => `pictures/${userId}`;
const folderOfGuide = (userId: string, materialId: string): string => `${folderOf(userId)}/${materialId}`;
const keyOf = (userId: string, materialId: string, hash: string): string => `${folderOfGuide(userId, materialId)}/${hash}`;

/** Pictures that are written or read at the same time. */
const atOnce = 8;
const digitsOfId = 32;

/** The files of pictures. @throws StoreUnavailableError while the object store cannot be reached */
export function createPictureFiles(objects: ObjectStore) {
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // As for every other store: the call may be repeated, and what it left is settled.
      if (error instanceof ObjectStoreError) throw new StoreUnavailableError(error.message, { cause: error });
      throw error;
    }
  };
  return {
    /** Stores the pictures of a guide, each under the hash of its bytes. To be called before the guide is stored. */
    async store(userId: string, materialId: string, pictures: readonly (EncodedPicture & { hash: string })[]): Promise<void> {
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

/** Pictures with the hashes that name them. */
export const hashed = (pictures: readonly EncodedPicture[]): (EncodedPicture & { hash: string })[] =>
  pictures.map((picture) => ({ ...picture, hash: createHash('sha256').update(picture.bytes).digest('hex') }));

/** What is stored of a guide's pictures, in the order of its slides; on each slide a picture once. */
export function storedPictures(pictures: readonly (EncodedPicture & { hash: string })[]): StoredPicture[] {
  const byId = new Map<string, StoredPicture>();
  for (const { hash, width, height, places } of pictures)
    for (const { slide, alt } of places) {
      const id = `${hash.slice(0, digitsOfId)}-${slide}`;
      if (!byId.has(id)) byId.set(id, { id, slide, alt, width, height, hash });
    }
  return [...byId.values()].sort((left, right) => left.slide - right.slide);
}

/** Reading of pictures. */
export const createPictures = ({ parts, addresses }: { parts: MaterialParts; addresses: PictureAddresses }) => ({
  /** The pictures of a guide with their addresses. @throws DomainError `not_found` */
  async pictures(userId: string, materialId: string): Promise<Picture[]> {
    const material = await parts.own(userId, materialId);
    return parts.picturesOf(material, await parts.bodyOf(materialId));
  },
  /** A picture by its signed address. @throws DomainError `not_found`, also for an address that is not valid or has ended */
  async showPicture(materialId: string, pictureId: string, signed: Signed): Promise<Uint8Array<ArrayBuffer>> {
    const absent = notFound('Picture');
    const material = await parts.materials.get(materialId);
    if (material?.state !== 'live' || !addresses.isValid({ userId: material.userId, materialId, pictureId }, signed)) throw absent;
    const { pictures = [] } = await parts.bodyOf(materialId);
    const picture = pictures.find(({ id }) => id === pictureId);
    const bytes = picture && (await parts.pictureFiles.read(material.userId, materialId, picture.hash));
    if (!bytes) throw absent;
    return bytes;
  },
});
