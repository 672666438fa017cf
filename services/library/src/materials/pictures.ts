import type { Picture } from '@lectern/contracts';
import type { PictureName, Signed } from '@lectern/pictures';
import { notFound, type CountOwner } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { bodyOf, ownMaterial, picturesOf } from './materialParts.ts';

/** Returns the file of a guide's picture. @throws DomainError `not_found` */
async function fileOf(
  { store, pictures }: LibraryContext,
  userId: string,
  materialId: string,
  pictureId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Read without the texts, which may have megabytes, because a page requests many pictures.
  const [body] = await store.bodies.getManyWithout(['source', 'markdown', 'citations'], { userId, ids: [materialId] });
  const picture = body?.pictures?.find(({ id }) => id === pictureId);
  const bytes = picture && (await pictures.files.read(userId, materialId, picture.hash));
  if (!bytes) throw notFound('Picture');
  return bytes;
}

/** Lists the pictures of a guide with their addresses. @throws DomainError `not_found` */
export async function listPictures(library: LibraryContext, userId: string, materialId: string): Promise<Picture[]> {
  const material = await ownMaterial(library, userId, materialId);
  return picturesOf(library, await bodyOf(library, material));
}

/**
 * Returns a picture by its signed address. Invalid and expired addresses are refused before anything is read.
 *
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function showPicture(
  library: LibraryContext,
  { ownerId: materialId, pictureId }: PictureName,
  signed: Signed,
  countOwner: CountOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const { store, pictures } = library;
  if (!pictures.addresses.isValid({ ownerId: materialId, pictureId }, signed)) throw notFound('Picture');
  // The address does not contain the learner.
  const material = await store.materials.findOne('_id', { _id: materialId });
  if (material?.state !== 'live') throw notFound('Picture');
  countOwner(material.userId);
  return fileOf(library, material.userId, materialId, pictureId);
}

/** Returns a picture of the learner's guide. @throws DomainError `not_found` */
export async function readPicture(
  library: LibraryContext,
  userId: string,
  materialId: string,
  pictureId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  await ownMaterial(library, userId, materialId);
  return fileOf(library, userId, materialId, pictureId);
}
