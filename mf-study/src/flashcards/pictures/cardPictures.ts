import { cardPictureBounds, cardPictureTypes, type CardPicture, type NamedPicture } from '@lectern/contracts';

/** A side of a card. */
export type Side = CardPicture['side'];

/** Returns the pictures in the form of an edit. A description that the learner did not change is left out, and stays. */
export const namedPictures = (pictures: readonly CardPicture[], before: readonly CardPicture[] = []): NamedPicture[] =>
  pictures.map(({ id, side, alt }) => {
    const isKept = before.some((picture) => picture.id === id && picture.alt === alt);
    return { id, side, ...(!isKept && { alt }) };
  });

/** Whether two lists name the same pictures. Their addresses change with every answer. */
export const areSamePictures = (some: readonly CardPicture[], others: readonly CardPicture[]): boolean =>
  some.length === others.length &&
  some.every(({ id, side, alt }, index) => {
    const other = others[index];
    return other?.id === id && other.side === side && other.alt === alt;
  });

/** The picture files of a paste or drop. */
export const pictureFilesOf = (data: Pick<DataTransfer, 'files'> | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

const megabyte = 1024 * 1024;

/** Returns why a file cannot be added, if that is known before it is sent. */
export const refusalOf = ({ type, size }: File): string | undefined => {
  if (!(cardPictureTypes as readonly string[]).includes(type)) return 'Choose a PNG, JPEG, GIF or WebP file.';
  if (size > cardPictureBounds.fileBytes) return `The picture is too large: at most ${String(cardPictureBounds.fileBytes / megabyte)} MB.`;
  return undefined;
};
