import type { Passage, Section, Source, Pointer } from '@lectern/contracts';
import { DocumentError, encrypted, unsupportedType } from './DocumentError.ts';
import { picturesOfDocx, readDocx } from './docx/readDocx.ts';
import { documentKindOf } from './documentKindOf.ts';
import { PdfDrawing } from './pdf/drawing/PdfDrawing.ts';
import { pdfLimits } from './pdf/Spending.ts';
import { readCharacterMap } from './pdf/readCharacterMap.ts';
import { readPdf, type DrawingReader } from './pdf/readPdf.ts';
import { decodeText } from './text/decodeText.ts';
import { sourceOfParagraphs } from './text/sourceOfParagraphs.ts';
import { leftOutPages } from './pictures/leftOutPages.ts';
import { picturesOfDocument, type PictureFiles } from './pictures/picturesOfDocument.ts';
import { withoutPictures, type ReadMaterial } from './joinMaterials.ts';
import type { TakeReadingPart } from './ReadingPart.ts';
import { sourceOfText } from './text/sourceOfText.ts';

/** Longer headings end with an ellipsis in a pointer. */
const longestHeading = 60;
/** A numbered part of a book: "Chapter 2" in "Chapter 2: The heart". */
const numberedPart =
  /^((?:chapter|lecture|lesson|module|part|section|unit|kapitel|teil|abschnitt|vorlesung|chapitre|partie|capítulo|parte)\s+(?:\d{1,3}|[ivxlc]{1,7}))\s*[:.–—-]\s*\S/iu;

/** Returns a heading's name in pointers: its number for a part of a book, else its words. Brackets would end a reference. */
function nameOf(heading: string): string {
  const plain = heading.replaceAll('[', '(').replaceAll(']', ')');
  const name = numberedPart.exec(plain)?.[1] ?? plain;
  if (name.length <= longestHeading) return name;
  const start = name
    .slice(0, longestHeading - 1)
    .toWellFormed()
    .replace(/\s\S*$/, '');
  return `${start}…`;
}

/** Adds to each passage the heading above it, and counts paragraphs below the heading. */
function withSections(source: Source): Source {
  let section: Section | undefined;
  const passages = source.passages.map((passage): Passage => {
    const { kind, text, pointer } = passage;
    if (pointer.kind !== 'text') return passage;
    if (kind === 'title') section = { heading: nameOf(text), paragraph: 0 };
    else if (section) section = { ...section, paragraph: section.paragraph + 1 };
    return section ? { ...passage, pointer: { ...pointer, section } } : passage;
  });
  return { ...source, passages };
}

const oldOffice = (): DocumentError =>
  new DocumentError('unsupported-type', 'This file was made with an old version of Office. Save it as .docx or PDF and try again.');
const tooLong = (): DocumentError =>
  new DocumentError('too-large', 'This text is too long to read in one go. Split it into several and try again.');

/** As many characters as of other documents. */
const longestText = 2_500_000;

/** Names document and heading in each pointer of a document without pages. */
function named(source: Source, document: string): Source {
  const { passages, omitted, ...rest } = withSections(source);
  const inDocument = <Line extends { pointer: Pointer }>(line: Line): Line =>
    line.pointer.kind === 'text' && document !== '' ? { ...line, pointer: { ...line.pointer, document } } : line;
  return { ...rest, passages: passages.map(inDocument), ...(omitted && { omitted: omitted.map(inDocument) }) };
}

/** Gives access to the pictures of a PDF, and reports each decoded one to `tell`. */
function filesOf(drawing: PdfDrawing, tell: TakeReadingPart): PictureFiles {
  const told = new Set<string>();
  return {
    fingerprint: (name) => {
      const fingerprint = drawing.fingerprint(name);
      if (fingerprint !== undefined)
        tell({ kind: 'picture', name, fingerprint, file: told.has(fingerprint) ? undefined : drawing.file(name) });
      if (fingerprint !== undefined) told.add(fingerprint);
      return fingerprint;
    },
    read: (picture) => drawing.file(picture),
    most: Infinity,
  };
}

/** Whether a PDF contains the name `/Image`, which marks pictures. Picture dictionaries are never packed. */
const namesPictures = (bytes: Uint8Array): boolean =>
  /\/Image(?![A-Za-z])/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));

/** Reports all pages as left out: if PDFium cannot read a file, it is unknown which pages have pictures. */
const unreadable: DrawingReader = { read: () => ({ pictures: [], rules: [], leftOut: 'damaged' }) };

/** Reads a PDF. Its text is reported before its pictures, which may take so long that reading is aborted. @throws DocumentError */
async function readPdfWithPictures(bytes: Uint8Array, name: string, now: () => number, tell: TakeReadingPart): Promise<ReadMaterial> {
  const start = now();
  const drawing = await PdfDrawing.open(bytes, () => now() - start > pdfLimits.pictureMilliseconds);
  const instead = !drawing && namesPictures(bytes) ? unreadable : undefined;
  const text = await withUnheardFailures(() => readPdf(bytes, { now, drawing: drawing ?? instead, readCharacterMap }));
  const { source, shown } = sourceOfParagraphs(text, name);
  const leftOut = leftOutPages(text.pagesWithoutPictures, source);
  if (!drawing || shown.length === 0) return { source, pictures: { pictures: [], leftOut } };
  tell({ kind: 'text', source, shown, leftOut, likenesses: new Map(shown.map(({ picture }) => [picture, drawing.likeness(picture)])) });
  const read = picturesOfDocument(shown, source, filesOf(drawing, tell));
  return { source, pictures: { ...read, leftOut: [...read.leftOut, ...leftOut] } };
}

async function readPackage(bytes: Uint8Array, name: string, now: () => number): Promise<ReadMaterial> {
  const read = sourceOfParagraphs(await readDocx(bytes, now), name);
  const source = named(read.source, name);
  if (read.shown.length === 0) return withoutPictures(source);
  return { source, pictures: picturesOfDocument(read.shown, source, await picturesOfDocx(bytes, now)) };
}

/**
 * Runs work during which unhandled promise rejections do not end the thread. pdf.js causes some when it repairs a damaged file. Each
 * document is read in its own thread, so all of them are from pdf.js; the result shows whether they matter.
 */
async function withUnheardFailures<T>(work: () => Promise<T>): Promise<T> {
  const hear = (): void => undefined;
  process.on('unhandledRejection', hear);
  try {
    return await work();
  } finally {
    // `unhandledRejection` is emitted at the end of the turn in which a promise is rejected.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
  }
}

/**
 * Reads a PDF, .docx, Markdown or text, with the pictures of a PDF or .docx. Recognises the kind by the content; the name is only a label.
 *
 * @param bytes - At most 50 MB. Those of a PDF are transferred.
 * @param now - A clock in milliseconds that limits reading.
 * @param tell - Receives the parts of a PDF with pictures as they are read, for `materialOfParts`.
 * @throws DocumentError `unsupported-type` for any other kind of file
 */
export async function readDocument(
  bytes: Uint8Array,
  name: string,
  now: () => number,
  tell: TakeReadingPart = () => undefined,
): Promise<ReadMaterial> {
  switch (documentKindOf(bytes)) {
    case 'pdf':
      return readPdfWithPictures(bytes, name, now, tell);
    case 'package':
      return readPackage(bytes, name, now);
    case 'encrypted-office':
      throw encrypted();
    case 'old-office':
      throw oldOffice();
    case 'text': {
      const { text } = await decodeText(bytes);
      if (text.length > longestText) throw tooLong();
      return withoutPictures(named(sourceOfText(text, name), name));
    }
    case 'unknown':
      throw unsupportedType();
  }
}
