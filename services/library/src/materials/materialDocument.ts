import { StudyMaterial, StudyMaterialListItem, type Picture } from '@lectern/contracts';
import { pick, shownGeneration } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument } from '../store.ts';

export const asListItem = (material: MaterialDocument, now: Date): StudyMaterialListItem =>
  pick(StudyMaterialListItem, {
    ...material,
    processedContent: { overview: material.overview },
    folderId: material.folderId || null,
    generation: shownGeneration(material.generation, 0, now),
  });

/** The fields of a guide that are computed at each read. */
interface MadeAtReading {
  /** The source as readable text. */
  content: string;
  pictures: Picture[];
  now: Date;
}

export const asStudyMaterial = (
  material: MaterialDocument,
  body: BodyDocument,
  { content, pictures, now }: MadeAtReading,
): StudyMaterial => {
  const { pictureSlides, unreadSymbols, unreadPages, language } = body.source;
  return pick(StudyMaterial, {
    ...material,
    ...body,
    generation: shownGeneration(material.generation, body.sections?.length ?? 0, now),
    sections: body.sections ?? [],
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

/** Returns the searched text. */
export const searchText = ({ title, overview }: Pick<MaterialDocument, 'title' | 'overview'>, markdown: string): string =>
  `${title}\n${overview}\n${markdown}`;
