import type { Picture } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';
import type { PictureAddresses, Signed } from './createPictureAddresses.ts';

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
