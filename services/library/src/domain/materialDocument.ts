import { StudyMaterial, StudyMaterialListItem, type Picture } from '@lectern/contracts';
import { pick } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument } from '../store.ts';

export const asListItem = (material: MaterialDocument): StudyMaterialListItem =>
  pick(StudyMaterialListItem, { ...material, processedContent: { overview: material.overview }, folderId: material.folderId || null });

/** Fields of a guide that are computed at each reading. */
interface MadeAtReading {
  /** The source as readable text. */
  content: string;
  pictures: Picture[];
}

export const asStudyMaterial = (material: MaterialDocument, body: BodyDocument, { content, pictures }: MadeAtReading): StudyMaterial => {
  const { pictureSlides, unreadSymbols, unreadPages, language } = body.source;
  return pick(StudyMaterial, {
    ...material,
    ...body,
    content,
    language: language === 'und' ? undefined : language,
    processedContent: { overview: material.overview, markdownContent: body.markdown },
    folderId: material.folderId || null,
    sources: body.citations,
    omitted: body.omitted ?? [],
    pictureSlides: pictureSlides?.length ? pictureSlides : undefined,
    pictures: pictures.length > 0 ? pictures : undefined,
    unreadSymbols,
    unreadPages,
    leftOutPictures: body.leftOutPictures?.length ? body.leftOutPictures : undefined,
  });
};

/** The text that searches look in. */
export const searchText = ({ title, overview }: Pick<MaterialDocument, 'title' | 'overview'>, markdown: string): string =>
  `${title}\n${overview}\n${markdown}`;
