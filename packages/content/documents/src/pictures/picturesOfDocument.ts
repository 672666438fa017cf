import type { LeftOutPicture, Passage, PictureProblem, Pointer, Source } from '@lectern/contracts';
import {
  isLicenceBadge,
  placesOfDecoration,
  shortAlt,
  type PictureFile,
  type PicturePlace,
  type ShownPicture,
  type SourcePictures,
} from './SourcePictures.ts';

/** Gives access to the pictures of a document by name. */
export interface PictureFiles {
  /** Returns a key that is equal for pictures with the same bytes; `undefined` for an unknown name. */
  fingerprint(picture: string): string | undefined;
  /** Returns the bytes in a buffer of their own, or why the picture is left out. */
  read(picture: string): Uint8Array<ArrayBuffer> | PictureProblem;
  most: number;
}

const pointerOf = ({ pointer }: Passage, page: number | undefined): Pointer =>
  pointer.kind === 'page' && page !== undefined && page !== pointer.page ? { ...pointer, page, paragraph: 1 } : pointer;

/** Returns the heading that applies to each passage. */
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
    // Only the author's alternative text is checked: captions and headings may discuss licences.
    if (!passage || passage.pointer.kind === 'slide' || isLicenceBadge(alt)) return [];
    const pointer = pointerOf(passage, page);
    const slide = pointer.kind === 'page' ? pointer.page : passage.pointer.paragraph;
    return [{ picture, place: { slide, pointer, alt: shortAlt(alt || caption || (headings[index] ?? '')) } }];
  });
}

/**
 * Maps pages that reveal a slide step by step to the slide's first page. Each such page repeats the text of the page before and adds more.
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
 * Returns the pictures of a document with their places. Silently drops decoration: pictures in at least three places or on three pages that
 * do not reveal one slide, and licence badges. Other pictures that cannot be shown are in `leftOut`.
 *
 * @param source - With final pointers.
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
  return readFound(
    [...found.values()].filter(({ places }) => places.length < placesOfDecoration),
    files,
  );
}

/** Reads pictures with their places, and lists those that cannot be shown. */
export function readFound(
  found: readonly { picture: string; places: PicturePlace[] }[],
  { read, most }: Pick<PictureFiles, 'read' | 'most'>,
): SourcePictures {
  const pictures: PictureFile[] = [];
  const leftOut: LeftOutPicture[] = [];
  for (const [index, { picture, places }] of found.entries()) {
    const file = index < most ? read(picture) : 'too-many';
    if (typeof file === 'string') leftOut.push(...places.map((place) => ({ ...place, reason: file })));
    else pictures.push({ bytes: file, places });
  }
  return { pictures, leftOut };
}
