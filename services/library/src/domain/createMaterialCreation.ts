import { sizes, titleFrom, type LeftOutPicture, type Source, type StudyMaterial } from '@lectern/contracts';
import type { ReadMaterial } from '@lectern/documents';
import { DomainError, insertOnce, type Creation, type DeletedAccounts, type Plans, type Quota } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument, StoredPicture } from '../store.ts';
import { hashPicture, type EncodedPictures, type PictureEncoder } from '@lectern/pictures';
import { engineOfGuide, generationOf, runOf, type MaterialGeneration } from './createMaterialGeneration.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import { storedPictures } from './storedPictures.ts';
import { searchText } from './materialDocument.ts';
import { createMaterialReader, type Upload } from './createMaterialReader.ts';
import { previewOf } from './previewOf.ts';
import type { MadeGuide, StudyContent } from './StudyContent.ts';

export interface MaterialCreationDependencies {
  parts: MaterialParts;
  content: StudyContent;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
  pictureEncoder: PictureEncoder;
  followGuide: MaterialGeneration['followGuide'];
}

/** A guide that was made, with what is stored of its pictures. */
interface GuideWithPictures extends MadeGuide {
  pictures: StoredPicture[];
  leftOutPictures: LeftOutPicture[];
}

/** The documents of a new guide. */
const documentsOf = (
  { _id, userId, createdAt }: Pick<MaterialDocument, '_id' | 'userId' | 'createdAt'>,
  { stylePreference }: Upload,
  source: Source,
  guide: GuideWithPictures,
): { material: MaterialDocument; body: BodyDocument } => ({
  material: {
    _id,
    userId,
    state: 'live',
    title: titleFrom(guide.title, sizes.title, 'Study guide'),
    stylePreference: stylePreference ?? null,
    overview: guide.overview,
    preview: previewOf(guide.markdownContent, guide.overview),
    generatedBy: engineOfGuide(guide),
    generation: generationOf(guide, _id, new Date(createdAt)),
    ...runOf(guide, _id),
    folderId: '',
    createdAt,
    version: 1,
    outbox: [],
    outboxCount: 0,
  },
  body: {
    _id,
    userId,
    source,
    markdown: guide.markdownContent,
    edited: false,
    ...(guide.limitation !== undefined && { limitation: guide.limitation }),
    ...(guide.notice !== undefined && { notice: guide.notice }),
    sections: guide.sections,
    citations: guide.sources,
    omitted: [...guide.omitted],
    ...(guide.pictures.length > 0 && { pictures: guide.pictures }),
    ...(guide.leftOutPictures.length > 0 && { leftOutPictures: guide.leftOutPictures }),
    ...(guide.usage && { usage: guide.usage }),
  },
});

/** Creation of guides. */
export function createMaterialCreation(dependencies: MaterialCreationDependencies) {
  const { parts, content, followGuide, pictureEncoder, quota, plans, deletedAccounts, clock } = dependencies;
  const { materials, bodies, texts } = parts;

  const readMaterial = createMaterialReader(content);

  /**
   * Makes the guide while its pictures are encoded, and stores their files. The guide is stored after them, so that no stored guide lacks a
   * picture.
   */
  const makeGuide = async (
    userId: string,
    id: string,
    { source, pictures }: ReadMaterial,
    style: string | undefined,
    key: string | undefined,
  ): Promise<GuideWithPictures> => {
    const [guide, encoded]: [MadeGuide, EncodedPictures] = await Promise.all([
      content.guide(userId, source, style, key),
      pictureEncoder.encode(userId, pictures),
    ]);
    const files = encoded.pictures.map(hashPicture);
    const stored = storedPictures(files);
    await parts.pictureFiles.store(userId, id, files);
    return {
      ...guide,
      markdownContent: content.placePictures(guide.markdownContent, stored, source),
      pictures: stored,
      leftOutPictures: encoded.leftOut,
    };
  };

  const storeNew = async (material: MaterialDocument, body: BodyDocument): Promise<void> => {
    const { _id, userId } = material;
    await bodies.upsert(body);
    await texts.upsert({ _id, userId, text: searchText(material, body.markdown) });
    await insertOnce(materials, material);
    // The account may have been deleted while the engine worked: its data must not come back.
    if (!(await deletedAccounts.has(userId))) return;
    await parts.eraseAll(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  return {
    /** Creates a guide from a deck, documents, a text, or several of them. */
    async create(userId: string, upload: Upload, { newId: id, resumed, confirm }: Creation, key?: string): Promise<StudyMaterial> {
      if (resumed) {
        const made = await materials.get({ userId, _id: id });
        if (made?.state === 'live') return parts.whole(made);
      }
      const { studyMaterials: limit } = (await plans.planOf(userId)).limits;
      const message = `You've reached your limit of ${limit} study guides. Upgrade to premium for unlimited guides.`;
      return quota.create({ resource: 'studyMaterials', userId, id, limit, message }, async () => {
        const material = await readMaterial(userId, upload);
        const guide = await makeGuide(userId, id, material, upload.stylePreference, key);
        const created = { _id: id, userId, createdAt: clock().toISOString() };
        const documents = documentsOf(created, upload, material.source, guide);
        await confirm();
        await storeNew(documents.material, documents.body);
        followGuide({ userId, id, runId: id, version: undefined }, guide);
        return parts.whole(documents.material);
      });
    },
  };
}
