import { placeWords, type ItemSource } from '@lectern/contracts';

/** Returns the origin of an item in words: 'Slide 4: “The heart pumps.”'. Empty without a source. */
export const sourceWords = (source: ItemSource | undefined): string => {
  if (!source) return '';
  const guide = source.studyMaterialTitle === undefined ? '' : `${source.studyMaterialTitle}, `;
  return `${guide}${placeWords(source.pointer)}: “${source.quote}”`;
};
