import type { Picture, StudyMaterial } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { notFound } from '@lectern/service-kit';
import {
  bodiesCollection,
  marksCollection,
  materialsCollection,
  questionsCollection,
  textsCollection,
  versionsCollection,
  type BodyDocument,
  type MaterialDocument,
} from '../store.ts';
import type { ObjectStore } from '@lectern/object-store';
import { createPictureFiles } from '@lectern/pictures';
import type { PictureAddresses } from '@lectern/pictures';
import { asStudyMaterial } from './materialDocument.ts';
import type { StudyContent } from './StudyContent.ts';

export interface MaterialPartsOptions {
  store: DocumentStore;
  content: Pick<StudyContent, 'contentOf'>;
  /** The files of pictures. */
  objects: ObjectStore;
  addresses: PictureAddresses;
  clock: () => Date;
}

/** The documents of a guide: what lists show, its body, its searched text, former versions, marks, asked questions; and the files of its pictures. */
export function createMaterialParts({ store, content, objects, addresses, clock }: MaterialPartsOptions) {
  const materials = store.collection(materialsCollection);
  const bodies = store.collection(bodiesCollection);
  const texts = store.collection(textsCollection);
  const versions = store.collection(versionsCollection);
  const marks = store.collection(marksCollection);
  const questions = store.collection(questionsCollection);
  const pictureFiles = createPictureFiles(objects, 'pictures');

  /** @throws DomainError `not_found` */
  const bodyOf = async (material: Pick<MaterialDocument, 'userId' | '_id'>): Promise<BodyDocument> => {
    const body = await bodies.get(material);
    if (!body) throw notFound('Study guide');
    return body;
  };

  /** The pictures of a guide, with addresses for its learner. */
  const picturesOf = ({ _id }: MaterialDocument, { pictures = [] }: BodyDocument): Picture[] =>
    pictures.map(({ hash: _hash, ...picture }) => ({
      ...picture,
      url: addresses.addressOf({ ownerId: _id, pictureId: picture.id }),
    }));
  return {
    materials,
    bodies,
    texts,
    versions,
    marks,
    questions,
    pictureFiles,
    bodyOf,
    picturesOf,

    /** A material of the learner that is not deleted. @throws DomainError `not_found` */
    async own(userId: string, id: string): Promise<MaterialDocument> {
      const material = await materials.get({ userId, _id: id });
      if (material?.state !== 'live') throw notFound('Study guide');
      return material;
    },

    /** The guide with its body. @throws DomainError `not_found` */
    async whole(material: MaterialDocument): Promise<StudyMaterial> {
      const body = await bodyOf(material);
      const read = { content: content.contentOf(body.source), pictures: picturesOf(material, body) };
      return asStudyMaterial(material, body, { ...read, now: clock() });
    },

    /** Whether the guide exists; settles the reservations of crashed processes. */
    exists: async (id: string, userId: string): Promise<boolean> => (await materials.get({ userId, _id: id }))?.state === 'live',

    /** Deletes the parts of a guide, and what an interrupted creation left. */
    async discard(id: string, userId: string): Promise<void> {
      await texts.delete({ userId, _id: id });
      await marks.delete({ userId, _id: id });
      await questions.deleteWhere('byMaterial', { userId, materialId: id });
      await versions.deleteWhere('byMaterial', { userId, materialId: id });
      await bodies.delete({ userId, _id: id });
      await pictureFiles.deleteOf(userId, id);
    },

    async eraseAll(userId: string): Promise<void> {
      await materials.deleteWhere('byUser', { userId });
      await texts.deleteWhere('byUser', { userId });
      await marks.deleteWhere('byUser', { userId });
      await questions.deleteWhere('byMaterial', { userId });
      await versions.deleteWhere('byMaterial', { userId });
      await bodies.deleteWhere('byUser', { userId });
      await pictureFiles.deleteOfLearner(userId);
    },
  };
}
export type MaterialParts = ReturnType<typeof createMaterialParts>;
