import type { LeftOutPicture } from './picture.ts';
import type { PictureLocation } from './picturePlaces.ts';
import { placeInSentence, placeWords } from './placeWords.ts';

/** Describes the location of a picture: 'Slide 4', 'Page 12', 'notes.docx, Heart failure ¶ 4'. */
export const pictureLocationWords = ({ slide, pointer }: PictureLocation): string =>
  pointer ? placeWords(pointer) : `Slide ${String(slide)}`;

/** Returns the text that replaces a picture: 'Picture on slide 4', 'Picture on page 12', 'Picture in notes.docx, Heart failure ¶ 4'. */
export const pictureWords = ({ slide, pointer }: PictureLocation): string => {
  if (!pointer) return `Picture on slide ${String(slide)}`;
  const isPage = pointer.kind === 'page' && pointer.document === undefined;
  return `Picture ${isPage ? 'on' : 'in'} ${placeInSentence(pointer)}`;
};

/** Describes the pages of omitted pictures: 'page 12', 'pages 12 to 40', 'pages 12 to 40 of heart.pdf'. */
export const pageRangeWords = ({ slide, lastPage, pointer }: Pick<LeftOutPicture, 'slide' | 'lastPage' | 'pointer'>): string => {
  const pages = lastPage === undefined || lastPage === slide ? `page ${String(slide)}` : `pages ${String(slide)} to ${String(lastPage)}`;
  return pointer?.kind === 'page' && pointer.document !== undefined ? `${pages} of ${pointer.document}` : pages;
};
