import { questionsKept, type PictureLocation } from '@lectern/contracts';
import { asJson, type AccountExportFile, type FileAnswer } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { pageFiles } from '../pages/sourcePages.ts';
import { guidePage, isLarge } from './guidePage.ts';
import { bodyOf, ownMaterial, wholeMaterial } from './materialParts.ts';

/** '3-slide-4.webp', '3-page-12.webp', '3-paragraph-7.webp' */
const fileNameOf = ({ slide, pointer }: PictureLocation, number: number): string => {
  const kind = pointer?.kind === 'text' ? 'paragraph' : (pointer?.kind ?? 'slide');
  return `${String(number)}-${kind}-${String(slide)}.webp`;
};

/** Exports a guide with the learner's highlights. @throws DomainError `not_found` */
export async function exportStudyMaterial(library: LibraryContext, userId: string, id: string, format: 'md' | 'html'): Promise<FileAnswer> {
  const {
    store,
    threads,
    pictures: { files },
  } = library;
  const { title } = await ownMaterial(library, userId, id);
  const { markdown, source, pictures = [] } = await bodyOf(library, { userId, _id: id });
  const marks = (await store.marks.get({ userId, _id: id }))?.marks ?? [];
  const guide = { title, language: source.language, markdown, marks, pictures };
  if (format === 'md') return threads.run(userId, 'exportMarkdown', guide, isLarge(guide));
  const hashes = new Map(pictures.map((picture) => [picture.id, picture.hash]));
  return guidePage(library, userId, guide, (pictureId) => files.read(userId, id, hashes.get(pictureId) ?? ''));
}

/** Yields the former versions of a guide's Markdown. */
async function* versionFiles({ store }: LibraryContext, userId: string, id: string, folder: string): AsyncIterable<AccountExportFile> {
  for (const versionId of await store.versions.findIds('byMaterial', { equals: { userId, materialId: id } })) {
    const version = await store.versions.get({ userId, _id: versionId });
    if (version)
      yield { name: `${folder}/versions/${String(version.version)} ${version.savedAt.slice(0, 10)}.md`, content: version.markdown };
  }
}

/** Yields all stored data of a guide, in a folder. @throws DomainError `not_found` */
export async function* guideFiles(library: LibraryContext, userId: string, id: string, folder: string): AsyncIterable<AccountExportFile> {
  const { store } = library;
  const material = await ownMaterial(library, userId, id);
  const body = await bodyOf(library, { userId, _id: id });
  const { marks = [], place, placeReadAt } = (await store.marks.get({ userId, _id: id })) ?? {};
  const { pictures = [] } = body;
  const names = new Map(pictures.map((picture, index) => [picture.id, `pictures/${fileNameOf(picture, index + 1)}`]));
  const exported = { title: material.title, language: body.source.language, markdown: body.markdown, marks, pictures };
  const markdown = await library.threads.run(userId, 'writeMarkdown', { guide: exported, addresses: names }, isLarge(exported));
  yield { name: `${folder}/guide.md`, content: markdown };
  // Without the addresses of pictures, which expire after hours: the export contains the files.
  const { pictures: _addresses, ...guide } = await wholeMaterial(library, material);
  const readingPlace = place && { place: { ...place, readAt: placeReadAt } };
  yield { name: `${folder}/guide.json`, content: await asJson({ ...guide, marks, ...readingPlace }) };
  const asked = await store.questions.find('byMaterial', { equals: { userId, materialId: id }, limit: questionsKept });
  if (asked.length > 0)
    yield {
      name: `${folder}/questions.json`,
      content: await asJson(asked.map(({ userId: _userId, materialId: _materialId, ...each }) => each)),
    };
  yield { name: `${folder}/source.json`, content: await asJson(body.source) };
  yield* versionFiles(library, userId, id, folder);
  for (const { id: pictureId, hash } of pictures) {
    const bytes = await library.pictures.files.read(userId, id, hash);
    if (bytes) yield { name: `${folder}/${names.get(pictureId) ?? pictureId}`, content: bytes };
  }
  for await (const { name, content } of pageFiles(library, userId, id)) yield { name: `${folder}/${name}`, content };
}
