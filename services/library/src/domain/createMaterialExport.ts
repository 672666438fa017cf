import { questionsKept, type PictureLocation } from '@lectern/contracts';
import { asJson, type AccountExportFile, type FileAnswer, type Log } from '@lectern/service-kit';
import { guidePage, isLarge } from './guidePage.ts';
import type { LibraryThreads } from './LibraryThreads.ts';
import type { MaterialParts } from './createMaterialParts.ts';

/** '3-slide-4.webp', '3-page-12.webp', '3-paragraph-7.webp' */
const fileNameOf = ({ slide, pointer }: PictureLocation, number: number): string => {
  const kind = pointer?.kind === 'text' ? 'paragraph' : (pointer?.kind ?? 'slide');
  return `${String(number)}-${kind}-${String(slide)}.webp`;
};

export interface MaterialExportDependencies {
  parts: MaterialParts;
  threads: LibraryThreads;
  log: Log;
}

/** Guides as files. */
export const createMaterialExport = ({ parts, threads, log }: MaterialExportDependencies) => {
  const exportableOf = async (userId: string, id: string) => {
    const { title } = await parts.own(userId, id);
    const { markdown, source, pictures = [] } = await parts.bodyOf({ userId, _id: id });
    const marks = (await parts.marks.get({ userId, _id: id }))?.marks ?? [];
    return { guide: { title, language: source.language, markdown, marks, pictures }, pictures };
  };

  return {
    /** A guide with the learner's highlights. @throws DomainError `not_found` */
    async exportGuide(userId: string, id: string, format: 'md' | 'html'): Promise<FileAnswer> {
      const { guide, pictures } = await exportableOf(userId, id);
      if (format === 'md') return threads.run(userId, 'exportMarkdown', guide, isLarge(guide));
      const hashes = new Map(pictures.map((picture) => [picture.id, picture.hash]));
      return guidePage({ threads, log }, userId, guide, (pictureId) => parts.pictureFiles.read(userId, id, hashes.get(pictureId) ?? ''));
    },

    /** Everything that is kept of a guide, in a folder. @throws DomainError `not_found` */
    async *guideFiles(userId: string, id: string, folder: string): AsyncIterable<AccountExportFile> {
      const material = await parts.own(userId, id);
      const body = await parts.bodyOf({ userId, _id: id });
      const { marks = [], place, placeReadAt } = (await parts.marks.get({ userId, _id: id })) ?? {};
      const { pictures = [] } = body;
      const names = new Map(pictures.map((picture, index) => [picture.id, `pictures/${fileNameOf(picture, index + 1)}`]));
      const exported = { title: material.title, language: body.source.language, markdown: body.markdown, marks, pictures };
      const markdown = await threads.run(userId, 'writeMarkdown', { guide: exported, addresses: names }, isLarge(exported));
      yield { name: `${folder}/guide.md`, content: markdown };
      // Without the addresses of pictures, which expire after hours: the files are in the export.
      const { pictures: _addresses, ...guide } = await parts.whole(material);
      yield {
        name: `${folder}/guide.json`,
        content: await asJson({ ...guide, marks, ...(place && { place: { ...place, readAt: placeReadAt } }) }),
      };
      const asked = await parts.questions.find('byMaterial', { equals: { userId, materialId: id }, limit: questionsKept });
      if (asked.length > 0)
        yield {
          name: `${folder}/questions.json`,
          content: await asJson(asked.map(({ userId: _userId, materialId: _materialId, ...each }) => each)),
        };
      yield { name: `${folder}/source.json`, content: await asJson(body.source) };
      for (const versionId of await parts.versions.findIds('byMaterial', { equals: { userId, materialId: id } })) {
        const version = await parts.versions.get({ userId, _id: versionId });
        if (version)
          yield { name: `${folder}/versions/${String(version.version)} ${version.savedAt.slice(0, 10)}.md`, content: version.markdown };
      }
      for (const { id: pictureId, hash } of pictures) {
        const bytes = await parts.pictureFiles.read(userId, id, hash);
        if (bytes) yield { name: `${folder}/${names.get(pictureId) ?? pictureId}`, content: bytes };
      }
    },
  };
};
