import type { LeftOutPicture, Passage, PictureProblem, Pointer, Source } from '@lectern/contracts';
import {
  isLicenceBadge,
  placesOfDecoration,
  shortAlt,
  type PictureFile,
  type PicturePlace,
  type SourcePictures,
} from './SourcePictures.ts';

/** A picture beside a passage of a document. */
export interface ShownPicture {
  /** Names its file within the document. */
  picture: string;
  /** The index of its passage. */
  passage: number;
  /** The page that it stands on; absent in a document without pages. Its passage is on another one where the page has no text. */
  page?: number;
  /** The author's alternative text; empty where there is none. */
  alt: string;
  /** Absent where there is none. */
  caption?: string;
}

/** The files of a document's pictures, by their names. */
export interface PictureFiles {
  /** Equal for pictures of the same bytes; `undefined` where there is no such file. */
  fingerprint(picture: string): string | undefined;
  /** The bytes in a buffer of their own, or why the picture is left out. */
  read(picture: string): Uint8Array<ArrayBuffer> | PictureProblem;
  /** The most files that are read. */
  most: number;
}

/** Where a picture stands: beside its passage, on its own page. */
const pointerOf = ({ pointer }: Passage, page: number | undefined): Pointer =>
  pointer.kind === 'page' && page !== undefined && page !== pointer.page ? { ...pointer, page, paragraph: 1 } : pointer;

/** The heading above each passage, or the one that it is. */
function headingsOf({ passages, title }: Source): string[] {
  let heading = title;
  return passages.map(({ kind, text }) => {
    if (kind === 'title') heading = text;
    return heading;
  });
}

function placesOf(shown: readonly ShownPicture[], source: Source): { picture: string; place: PicturePlace }[] {
  const headings = headingsOf(source);
  return shown.flatMap(({ picture, passage: index, page, alt, caption }) => {
    const passage = source.passages[index];
    // Only the author's alternative text is checked: a caption or a heading may speak of licences.
    if (!passage || passage.pointer.kind === 'slide' || isLicenceBadge(alt)) return [];
    const pointer = pointerOf(passage, page);
    const slide = pointer.kind === 'page' ? pointer.page : passage.pointer.paragraph;
    return [{ picture, place: { slide, pointer, alt: shortAlt(alt || caption || (headings[index] ?? '')) } }];
  });
}

/**
 * The first page of the slide that a page shows, for pages of a PDF that show one step by step: each has the text of the page before, and more. Pages
 * that show a slide at once are left out.
 */
function slidesByPage({ passages }: Source): Map<number, number> {
  const texts = new Map<number, string>();
  for (const { pointer, text } of passages)
    if (pointer.kind === 'page') texts.set(pointer.page, `${texts.get(pointer.page) ?? ''}${text}\n`);
  const slides = new Map<number, number>();
  for (const [page, text] of texts) {
    const before = texts.get(page - 1)?.trimEnd();
    if (before !== undefined && text.trimEnd().length > before.length && text.startsWith(before))
      slides.set(page, slides.get(page - 1) ?? page - 1);
  }
  return slides;
}

/**
 * The pictures of a document with their places. Decoration is left out silently: pictures in three places or more, or on three pages or more that
 * do not show one slide step by step, and badges of licences. Other pictures that cannot be shown are in `leftOut`.
 *
 * @param source - Its pointers are final.
 */
export function picturesOfDocument(shown: readonly ShownPicture[], source: Source, files: PictureFiles): SourcePictures {
  const found = new Map<string, { picture: string; places: PicturePlace[] }>();
  const slides = slidesByPage(source);
  const slideOf = ({ slide }: PicturePlace): number => slides.get(slide) ?? slide;
  for (const { picture, place } of placesOf(shown, source)) {
    const fingerprint = files.fingerprint(picture);
    if (fingerprint === undefined) continue;
    const known = found.get(fingerprint) ?? { picture, places: [] };
    found.set(fingerprint, known);
    const isNew = place.pointer?.kind !== 'page' || known.places.every((other) => slideOf(other) !== slideOf(place));
    if (isNew && known.places.length < placesOfDecoration) known.places.push(place);
  }
  const pictures: PictureFile[] = [];
  const leftOut: LeftOutPicture[] = [];
  for (const { picture, places } of found.values()) {
    if (places.length >= placesOfDecoration) continue;
    const read = pictures.length < files.most ? files.read(picture) : 'too-many';
    if (typeof read === 'string') leftOut.push(...places.map((place) => ({ ...place, reason: read })));
    else pictures.push({ bytes: read, places });
  }
  return { pictures, leftOut };
}
