import type { Picture } from '@lectern/contracts';
import { notFound, type CountOwner } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';
import type { PictureAddresses, PictureName, Signed } from '@lectern/pictures';

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
    /**
     * A picture by its signed address. An address that is invalid or has expired is refused before anything is read.
     * @throws DomainError `not_found`, `rate_limited`
     */
    async showPicture(
      { ownerId: materialId, pictureId }: PictureName,
      signed: Signed,
      countOwner: CountOwner,
    ): Promise<Uint8Array<ArrayBuffer>> {
      if (!addresses.isValid({ ownerId: materialId, pictureId }, signed)) throw notFound('Picture');
      // The address does not contain the learner.
      const material = await parts.materials.findOne('_id', { _id: materialId });
      if (material?.state !== 'live') throw notFound('Picture');
      countOwner(material.userId);
      return fileOf(material.userId, materialId, pictureId);
    },
    /** A picture of the learner's guide. @throws DomainError `not_found` */
    async pictureFile(userId: string, materialId: string, pictureId: string): Promise<Uint8Array<ArrayBuffer>> {
      await parts.own(userId, materialId);
      return fileOf(userId, materialId, pictureId);
    },
  };
};
