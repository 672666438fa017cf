import type { Picture, StudyMaterial } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import { asStudyMaterial } from './materialDocument.ts';

// A guide consists of several documents with one id: the list entry, its body, its searched text, former versions, marks, asked questions and pages. The
// object store contains the files of its pictures and pages, and its originals until their pages are made.

/** Returns a guide of the learner that is not deleted. @throws DomainError `not_found` */
export async function ownMaterial({ store }: LibraryContext, userId: string, id: string): Promise<MaterialDocument> {
  const material = await store.materials.get({ userId, _id: id });
  if (material?.state !== 'live') throw notFound('Study guide');
  return material;
}

/** @throws DomainError `not_found` */
export async function bodyOf(
  { store }: Pick<LibraryContext, 'store'>,
  { userId, _id }: Pick<MaterialDocument, 'userId' | '_id'>,
): Promise<BodyDocument> {
  const body = await store.bodies.get({ userId, _id });
  if (!body) throw notFound('Study guide');
  return body;
}

/** Returns the pictures of a guide, with addresses for its learner. */
export const picturesOf = ({ pictures: { addresses } }: LibraryContext, { _id, pictures = [] }: BodyDocument): Picture[] =>
  pictures.map(({ hash: _hash, ...picture }) => ({
    ...picture,
    url: addresses.addressOf({ ownerId: _id, pictureId: picture.id }),
  }));

/** Returns a whole guide in the form of answers. @throws DomainError `not_found` */
export async function wholeMaterial(library: LibraryContext, material: MaterialDocument): Promise<StudyMaterial> {
  const body = await bodyOf(library, material);
  const pictures = picturesOf(library, body);
  return asStudyMaterial(material, body, { content: library.content.contentOf(body.source), pictures, now: library.clock() });
}

/** Returns whether the guide exists. */
export const materialExists = async ({ store }: LibraryContext, userId: string, id: string): Promise<boolean> =>
  (await store.materials.get({ userId, _id: id }))?.state === 'live';

/** Discards what was stored if the guide was deleted since: its parts must not reappear. @throws DomainError `not_found` in this case */
export async function requireStillThere(
  library: LibraryContext,
  userId: string,
  id: string,
  discard: () => Promise<unknown>,
): Promise<void> {
  if (await materialExists(library, userId, id)) return;
  await discard();
  throw notFound('Study guide');
}

/** Deletes the parts of a guide, and the leftovers of an interrupted creation. */
export async function discardMaterial({ store, pictures, pages, shareLinks }: LibraryContext, userId: string, id: string): Promise<void> {
  await shareLinks.end(userId, id);
  await store.texts.delete({ userId, _id: id });
  await store.marks.delete({ userId, _id: id });
  await store.questions.deleteWhere('byMaterial', { userId, materialId: id });
  await store.versions.deleteWhere('byMaterial', { userId, materialId: id });
  await store.bodies.delete({ userId, _id: id });
  await store.pages.delete({ userId, _id: id });
  for (const files of [pictures.files, pages.files, pages.originals]) await files.deleteOf(userId, id);
}

/** Erases all guides of a learner. */
export async function eraseMaterials({ store, pictures, pages }: LibraryContext, userId: string): Promise<void> {
  await store.materials.deleteWhere('byUser', { userId });
  await store.texts.deleteWhere('byUser', { userId });
  await store.marks.deleteWhere('byUser', { userId });
  await store.questions.deleteWhere('byMaterial', { userId });
  await store.versions.deleteWhere('byMaterial', { userId });
  await store.bodies.deleteWhere('byUser', { userId });
  await store.pages.deleteWhere('byUser', { userId });
  for (const files of [pictures.files, pages.files, pages.originals]) await files.deleteOfLearner(userId);
}
