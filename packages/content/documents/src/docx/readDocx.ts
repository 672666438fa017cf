import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';
import type { PictureFiles } from '../pictures/picturesOfDocument.ts';
import { pictureLimits, readPicturePart } from '../pictures/readPicturePart.ts';
import { addAll } from '../addAll.ts';
import { damaged, DocumentError, unsupportedType } from '../DocumentError.ts';
import { deckLimits } from '../ooxml/limits.ts';
import { readCoreTitle, relationshipsOf } from '../ooxml/relationships.ts';
import { SymbolReader } from '../ooxml/SymbolReader.ts';
import { withTellingMarks } from '../ooxml/withTellingMarks.ts';
import { cleanText } from '../text/cleanText.ts';
import { meaningfulTitle } from '../text/documentTitle.ts';
import type { FlowPicture } from '../pictures/SourcePictures.ts';
import type { FlowParagraph, RunningHead } from '../text/sourceOfParagraphs.ts';
import { readNotes, readStory, type Block } from './readStory.ts';
import { readChunk } from './readChunk.ts';
import { readNumbering, readStyles } from './readStyles.ts';

const linkedPrefix = 'linked:';

/** Names a linked picture by the id of its relationship. Its file is not in the document. */
const linkedPicture = (relationship: string): string => `${linkedPrefix}${relationship}`;

const isLinked = (picture: string): boolean => picture.startsWith(linkedPrefix);

/**
 * Gives access to the pictures of a .docx by their part names. Linked ones are never loaded. Nothing is unpacked before it is requested.
 *
 * @param now - A clock in milliseconds that limits reading.
 */
export async function picturesOfDocx(bytes: Uint8Array, now: () => number): Promise<PictureFiles> {
  const parts = await openZip(bytes, pictureLimits, now);
  return {
    fingerprint: (picture) => (isLinked(picture) ? picture : parts.fingerprint(picture)),
    read: (picture) => (isLinked(picture) ? 'format' : readPicturePart(parts, picture)),
    most: pictureLimits.files,
  };
}

export interface DocxText {
  /** From the file's properties; absent if it is meaningless. */
  title?: string;
  paragraphs: FlowParagraph[];
  /** Number of dropped symbols that common fonts lack. */
  unreadSymbols: number;
  /** Lines of headers and footers, without duplicates. */
  runningHeads: RunningHead[];
}

const presentation = (): DocumentError =>
  new DocumentError('unsupported-type', 'This is a presentation, not a document. Please upload it as a PowerPoint file.');
const tooLong = (): DocumentError =>
  new DocumentError('too-large', 'This document has too much text to read in one go. Split it into several and try again.');

/** Finds the part with the text. @throws DocumentError `unsupported-type` for any other package */
function mainPart(parts: ZipParts): string {
  const main = relationshipsOf(parts, '').byType.get('officeDocument');
  if (main === undefined) throw unsupportedType();
  if (main.startsWith('ppt/')) throw presentation();
  if (!main.startsWith('word/')) throw unsupportedType();
  return main;
}

function notesOf(parts: ZipParts, names: ReadonlyMap<string, string>, symbols: SymbolReader): Map<string, string> {
  const notes = new Map<string, string>();
  for (const [type, kind] of [
    ['footnotes', 'footnote'],
    ['endnotes', 'endnote'],
  ] as const) {
    const name = names.get(type);
    const part = name === undefined ? undefined : parts.read(name);
    if (part) for (const [id, text] of readNotes(part, kind, symbols)) notes.set(id, cleanText(text));
  }
  return notes;
}

/** Assigns pictures to the last paragraph before them, or to the first paragraph. */
class PicturePlacing {
  private readonly targets: ReadonlyMap<string, string>;
  private readonly externalIds: ReadonlySet<string>;
  private waiting: FlowPicture[] = [];
  /** Pictures of the previous block without alternative text. A caption below provides it. */
  private unnamed: FlowPicture[] = [];

  /**
   * @param targets - Part names by relationship id, without external ones.
   * @param externalIds - Relationships that are never loaded.
   */
  constructor(targets: ReadonlyMap<string, string>, externalIds: ReadonlySet<string>) {
    this.targets = targets;
    this.externalIds = externalIds;
  }

  place({ pictures, paragraphs, isCaption }: Block, last: FlowParagraph | undefined): void {
    if (isCaption === true) for (const picture of this.unnamed) picture.alt = paragraphs[0]?.text ?? '';
    const own = pictures.flatMap(({ relationship, alt }): FlowPicture[] => {
      if (this.externalIds.has(relationship))
        return [{ picture: linkedPicture(relationship), alt: cleanText(`${alt} (linked, not in the file)`) }];
      const picture = this.targets.get(relationship);
      return picture === undefined ? [] : [{ picture, alt: cleanText(alt) }];
    });
    this.unnamed = own.filter(({ alt }) => alt === '');
    addAll(this.waiting, own);
    if (!last || this.waiting.length === 0) return;
    last.pictures = [...(last.pictures ?? []), ...this.waiting];
    this.waiting = [];
  }
}

const mostHeads = 200;

function paragraphsOfChunk(parts: ZipParts, name: string | undefined): FlowParagraph[] {
  const part = name === undefined ? undefined : parts.read(name);
  return name !== undefined && part ? readChunk(part, name) : [];
}

/** Numbers the tables consecutively through the document, because the numbers of embedded files restart in each file. */
function withTableNumbers(paragraphs: readonly FlowParagraph[]): FlowParagraph[] {
  let table = 0;
  return paragraphs.map((paragraph) => {
    if (paragraph.row === undefined) return paragraph;
    if (paragraph.row === 0) table += 1;
    return { ...paragraph, table };
  });
}

/**
 * Reads a .docx file: headings, lists, tables, text boxes, equations, embedded web pages and texts, footnotes after the paragraph that
 * refers to them, and the names of its pictures. Leaves out comments and deleted text; headers and footers do not become paragraphs.
 * Nothing outside the file is loaded.
 *
 * @param bytes - At most 50 MB.
 * @param now - A clock in milliseconds that limits reading.
 * @throws DocumentError
 */
export async function readDocx(bytes: Uint8Array, now: () => number): Promise<DocxText> {
  const parts = await openZip(bytes, deckLimits, now);
  const main = mainPart(parts);
  const { byId, byType, allOfType, externalIds } = relationshipsOf(parts, main);
  const part = parts.read(main);
  if (!part) throw damaged();
  const symbols = new SymbolReader();
  const notes = notesOf(parts, byType, symbols);
  const told = new Set<string>();
  const placing = new PicturePlacing(byId, externalIds);
  const paragraphs: FlowParagraph[] = [];
  let letters = 0;
  const styleOf = readStyles(parts, byType.get('styles'));
  const markOf = readNumbering(parts, byType.get('numbering'), symbols);
  for (const { chunk, ...story } of readStory(part, { styleOf, markOf, symbols })) {
    const block = chunk === undefined ? story : { ...story, paragraphs: paragraphsOfChunk(parts, byId.get(chunk)) };
    const own = block.notes.flatMap((id): FlowParagraph[] => {
      const text = notes.get(id) ?? '';
      if (text === '' || told.has(id)) return [];
      told.add(id);
      return [{ kind: 'paragraph', level: 0, text }];
    });
    letters += [...block.paragraphs, ...own].reduce((sum, { text }) => sum + text.length, 0);
    if (letters > deckLimits.letters) throw tooLong();
    addAll(paragraphs, block.paragraphs);
    placing.place(block, paragraphs.at(-1));
    addAll(paragraphs, own);
  }
  const heads = new Set<string>();
  for (const name of [...(allOfType.get('header') ?? []), ...(allOfType.get('footer') ?? [])].slice(0, mostHeads)) {
    const head = parts.read(name);
    if (!head) continue;
    for (const block of readStory(head, { styleOf, markOf, symbols }))
      for (const { text } of block.paragraphs) if (/\p{L}/u.test(text)) heads.add(text);
  }
  const title = meaningfulTitle(readCoreTitle(parts));
  return {
    paragraphs: withTellingMarks(withTableNumbers(paragraphs)),
    unreadSymbols: symbols.unread,
    runningHeads: [...heads].map((text) => ({ text })),
    ...(title !== undefined && { title }),
  };
}
