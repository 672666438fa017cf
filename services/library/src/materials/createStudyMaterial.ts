import { sizes, titleFrom, type LeftOutPicture, type Source, type StudyMaterial } from '@lectern/contracts';
import type { ReadMaterial } from '@lectern/documents';
import { hashPicture, type EncodedPictures } from '@lectern/pictures';
import { DomainError, insertOnce, type Creation } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { keepOriginals, pagesToMake } from '../pages/originals.ts';
import type { BodyDocument, MaterialDocument, Original, PagesDocument, StoredPicture } from '../store.ts';
import type { MadeGuide } from '../StudyContent.ts';
import { engineOfGuide, followGuide, generationOf, runOf } from './guideGeneration.ts';
import { searchText } from './materialDocument.ts';
import { eraseMaterials, wholeMaterial } from './materialParts.ts';
import { previewOf } from './previewOf.ts';
import { readMaterial, type Upload } from './readMaterial.ts';
import { storedPictures } from './storedPictures.ts';

/** A new guide with the stored fields of its pictures, and the files of which pages are made. */
interface GuideWithPictures extends MadeGuide {
  originals: Original[];
  pictures: StoredPicture[];
  leftOutPictures: LeftOutPicture[];
}

/** Returns the documents of a new guide. */
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

/**
 * Generates the guide while its pictures are encoded and its originals are stored, and stores the pictures' files. The guide is stored last, so that
 * no stored guide lacks a picture.
 */
async function makeGuide(
  library: LibraryContext,
  userId: string,
  id: string,
  { source, pictures: found }: ReadMaterial,
  upload: Upload,
  key: string | undefined,
): Promise<GuideWithPictures> {
  const { content, pictures } = library;
  const [guide, encoded, originals]: [MadeGuide, EncodedPictures, Original[]] = await Promise.all([
    content.guide(userId, source, upload.stylePreference, key),
    pictures.encoder.encode(userId, found),
    keepOriginals(library, userId, id, upload),
  ]);
  const files = encoded.pictures.map(hashPicture);
  const stored = storedPictures(files);
  await pictures.files.store(userId, id, files);
  return {
    ...guide,
    originals,
    markdownContent: content.placePictures(guide.markdownContent, stored, source),
    pictures: stored,
    leftOutPictures: encoded.leftOut,
  };
}

/** Returns the limit of guides, and the message for a learner at the limit. */
export async function guideLimit(
  { plans }: Pick<LibraryContext, 'plans'>,
  userId: string,
): Promise<{ limit: number | undefined; message: string }> {
  const { studyMaterials: limit } = (await plans.planOf(userId)).limits;
  return { limit, message: `You've reached your limit of ${limit} study guides. Upgrade to premium for unlimited guides.` };
}

/** Stores a new guide. @throws DomainError `unauthenticated` if the account was deleted since */
export async function storeMaterial(
  library: LibraryContext,
  material: MaterialDocument,
  body: BodyDocument,
  pages: PagesDocument | undefined,
): Promise<void> {
  const { store, deletedAccounts } = library;
  const { _id, userId } = material;
  await store.bodies.upsert(body);
  await store.texts.upsert({ _id, userId, text: searchText(material, body.markdown) });
  if (pages) await store.pages.upsert(pages);
  await insertOnce(store.materials, material);
  // The account may have been deleted during the generation: its data must not reappear.
  if (!(await deletedAccounts.has(userId))) return;
  await eraseMaterials(library, userId);
  throw new DomainError('unauthenticated', 'This account was deleted.');
}

/**
 * Creates a guide from a deck, documents, a text, or a combination.
 *
 * @param key - identifies the call to the page, which polls the progress
 * @throws DomainError `limit_reached`, and the errors of reading and generation
 */
export async function createStudyMaterial(
  library: LibraryContext,
  userId: string,
  upload: Upload,
  { newId: id, resumed, confirm }: Creation,
  key?: string,
): Promise<StudyMaterial> {
  if (resumed) {
    const made = await library.store.materials.get({ userId, _id: id });
    if (made?.state === 'live') return wholeMaterial(library, made);
  }
  return library.quota.create({ resource: 'studyMaterials', userId, id, ...(await guideLimit(library, userId)) }, async () => {
    const read = await readMaterial(library, userId, upload);
    const guide = await makeGuide(library, userId, id, read, upload, key);
    const created = { _id: id, userId, createdAt: library.clock().toISOString() };
    const { material, body } = documentsOf(created, upload, read.source, guide);
    await confirm();
    const pages = guide.originals.length > 0 ? pagesToMake(userId, id, guide.originals, library.clock()) : undefined;
    await storeMaterial(library, material, body, pages);
    library.pages.flush();
    followGuide(library, { userId, id, runId: id, version: undefined }, guide);
    return wholeMaterial(library, material);
  });
}
