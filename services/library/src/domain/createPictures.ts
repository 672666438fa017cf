import type { Picture } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';
import type { PictureAddresses, Signed } from './createPictureAddresses.ts';

/** Reading of pictures. */
export const createPictures = ({ parts, addresses }: { parts: MaterialParts; addresses: PictureAddresses }) => {
  /** The file of a guide's picture. @throws DomainError `not_found` */
  const fileOf = async (userId: string, materialId: string, pictureId: string): Promise<Uint8Array<ArrayBuffer>> => {
    // Read without the texts, which may have megabytes, because a page requests many pictures.
    const [body] = await parts.bodies.getManyWithout(['source', 'markdown', 'citations'], { userId, ids: [materialId] });
    const picture = body?.pictures?.find(({ id }) => id === pictureId);
    const bytes = picture && (await parts.pictureFiles.read(userId, materialId, picture.hash));
    if (!bytes) throw notFound('Picture');
    return bytes;
  };
  return {
    /** The pictures of a guide with their addresses. @throws DomainError `not_found` */
    async pictures(userId: string, materialId: string): Promise<Picture[]> {
      const material = await parts.own(userId, materialId);
      return parts.picturesOf(material, await parts.bodyOf(material));
    },
    /** A picture by its signed address. @throws DomainError `not_found`, also for an address that is invalid or has expired */
    async showPicture(materialId: string, pictureId: string, signed: Signed): Promise<Uint8Array<ArrayBuffer>> {
      // The address does not contain the learner; `isValid` checks that it was signed for the owner.
      const material = await parts.materials.findOne('_id', { _id: materialId });
      if (material?.state !== 'live' || !addresses.isValid({ userId: material.userId, materialId, pictureId }, signed))
        throw notFound('Picture');
      return fileOf(material.userId, materialId, pictureId);
    },
    /** A picture of the learner's guide. @throws DomainError `not_found` */
    async pictureFile(userId: string, materialId: string, pictureId: string): Promise<Uint8Array<ArrayBuffer>> {
      await parts.own(userId, materialId);
      return fileOf(userId, materialId, pictureId);
    },
  };
};
