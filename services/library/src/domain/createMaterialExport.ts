import { pictureType } from '@lectern/contracts';
import { exportGuide, type ExportedFile, type ExportedPicture, type GuideFormat } from '@lectern/exchange';
import type { MaterialParts } from './createMaterialParts.ts';

/** The most bytes of pictures in an exported page. Those beyond it are named in words. */
const mostPictureBytes = 40_000_000;

/** Guides as files. */
export const createMaterialExport = (parts: MaterialParts) => {
  /** The pictures of a guide, one after the other, so that only one more than what is written is in memory. */
  const readPictures = async (userId: string, id: string): Promise<ExportedPicture[]> => {
    const { pictures = [] } = await parts.bodyOf(id);
    const read: ExportedPicture[] = [];
    let size = 0;
    for (const { id: pictureId, slide, alt, hash } of pictures) {
      const bytes = await parts.pictureFiles.read(userId, id, hash);
      if (!bytes || size + bytes.length > mostPictureBytes) continue;
      size += bytes.length;
      read.push({ id: pictureId, slide, alt, type: pictureType, bytes });
    }
    return read;
  };

  return {
    /** A guide with the learner's highlights. @throws DomainError `not_found` */
    async exportGuide(userId: string, id: string, format: GuideFormat): Promise<ExportedFile> {
      const { title } = await parts.own(userId, id);
      const { markdown } = await parts.bodyOf(id);
      const marks = (await parts.marks.get(id))?.marks ?? [];
      return exportGuide({ title, markdown, marks, pictures: format === 'html' ? await readPictures(userId, id) : [] }, format);
    },
  };
};
