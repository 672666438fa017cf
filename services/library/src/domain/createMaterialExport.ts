import { pictureType, type PictureLocation } from '@lectern/contracts';
import { exportGuide, writeMarkdown, type ExportedFile, type ExportedPicture, type GuideFormat } from '@lectern/exchange';
import { asJson, type AccountExportFile } from '@lectern/service-kit';
import type { MaterialParts } from './createMaterialParts.ts';

/** The most bytes of pictures in an exported page. Those beyond it are named in words. */
const mostPictureBytes = 40_000_000;

/** '3-slide-4.webp', '3-page-12.webp', '3-paragraph-7.webp' */
const fileNameOf = ({ slide, pointer }: PictureLocation, number: number): string => {
  const kind = pointer?.kind === 'text' ? 'paragraph' : (pointer?.kind ?? 'slide');
  return `${String(number)}-${kind}-${String(slide)}.webp`;
};

/** Guides as files. */
export const createMaterialExport = (parts: MaterialParts) => {
  /** The pictures of a guide up to the limit. They are read one after the other, so that at most one picture beyond it is in memory. */
  const readPictures = async (userId: string, id: string): Promise<ExportedPicture[]> => {
    const { pictures = [] } = await parts.bodyOf({ userId, _id: id });
    const read: ExportedPicture[] = [];
    let size = 0;
    for (const { hash, ...picture } of pictures) {
      const bytes = await parts.pictureFiles.read(userId, id, hash);
      if (!bytes || size + bytes.length > mostPictureBytes) continue;
      size += bytes.length;
      read.push({ ...picture, type: pictureType, bytes });
    }
    return read;
  };

  return {
    /** A guide with the learner's highlights. @throws DomainError `not_found` */
    async exportGuide(userId: string, id: string, format: GuideFormat): Promise<ExportedFile> {
      const { title } = await parts.own(userId, id);
      const { markdown, source, pictures = [] } = await parts.bodyOf({ userId, _id: id });
      const marks = (await parts.marks.get({ userId, _id: id }))?.marks ?? [];
      const guide = { title, language: source.language, markdown, marks, pictures };
      return exportGuide(guide, format, format === 'html' ? await readPictures(userId, id) : []);
    },

    /** Everything that is kept of a guide, in a folder. @throws DomainError `not_found` */
    async *guideFiles(userId: string, id: string, folder: string): AsyncIterable<AccountExportFile> {
      const material = await parts.own(userId, id);
      const body = await parts.bodyOf({ userId, _id: id });
      const marks = (await parts.marks.get({ userId, _id: id }))?.marks ?? [];
      const { pictures = [] } = body;
      const names = new Map(pictures.map((picture, index) => [picture.id, `pictures/${fileNameOf(picture, index + 1)}`]));
      const exported = { title: material.title, language: body.source.language, markdown: body.markdown, marks, pictures };
      const markdown = writeMarkdown(exported, (pictureId) => names.get(pictureId));
      yield { name: `${folder}/guide.md`, content: markdown };
      // Without the addresses of pictures, which expire after hours: the files are in the export.
      const { pictures: _addresses, ...guide } = await parts.whole(material);
      yield { name: `${folder}/guide.json`, content: asJson({ ...guide, marks }) };
      yield { name: `${folder}/source.json`, content: asJson(body.source) };
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
