import { damaged, DocumentError } from '../DocumentError.ts';
import { deckLimits } from '../ooxml/limits.ts';
import { readCoreTitle } from '../ooxml/readCoreTitle.ts';
import { relationshipsOf } from '../ooxml/relationships.ts';
import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';
import { cleanText } from '../text/cleanText.ts';
import { meaningfulTitle } from '../text/documentTitle.ts';
import type { FlowParagraph } from '../text/FlowParagraph.ts';
import { readNotes, readStory } from './readStory.ts';
import { readStyles } from './readStyles.ts';

/** The text of a .docx file. */
export interface DocxText {
  /** As the file's properties have it; absent where it names nothing. */
  title?: string;
  paragraphs: FlowParagraph[];
}

const unsupported = (): DocumentError =>
  new DocumentError('unsupported-type', 'Please choose a PDF, a Word document (.docx), Markdown or text.');
const presentation = (): DocumentError =>
  new DocumentError('unsupported-type', 'This is a presentation. Please put it in the field for the PowerPoint file.');
const tooLong = (): DocumentError =>
  new DocumentError('too-large', 'This document holds more text than can be read at once. Split it into several and try again.');

/** The name of the part with the text. @throws DocumentError `unsupported-type` for any other package */
function mainPart(parts: ZipParts): string {
  const main = relationshipsOf(parts, '').byType.get('officeDocument');
  if (main === undefined) throw unsupported();
  if (main.startsWith('ppt/')) throw presentation();
  if (!main.startsWith('word/')) throw unsupported();
  return main;
}

function notesOf(parts: ZipParts, names: ReadonlyMap<string, string>): Map<string, string> {
  const notes = new Map<string, string>();
  for (const [type, kind] of [
    ['footnotes', 'footnote'],
    ['endnotes', 'endnote'],
  ] as const) {
    const name = names.get(type);
    const part = name === undefined ? undefined : parts.read(name);
    if (part) for (const [id, text] of readNotes(part, kind)) notes.set(id, cleanText(text));
  }
  return notes;
}

/**
 * Reads a .docx file: headings, lists, tables, text boxes, equations, and footnotes behind the paragraphs that refer to them. Comments, deleted text,
 * headers and footers are left out. Parts outside of the file are never loaded.
 *
 * @param bytes - The file, at most 50 MB.
 * @param now - A clock in milliseconds, by which reading is bounded.
 * @throws DocumentError with a code for the reason.
 */
export function readDocx(bytes: Uint8Array, now: () => number): DocxText {
  const parts = openZip(bytes, deckLimits, now);
  const main = mainPart(parts);
  const { byType } = relationshipsOf(parts, main);
  const part = parts.read(main);
  if (!part) throw damaged();
  const notes = notesOf(parts, byType);
  const told = new Set<string>();
  let letters = 0;
  const paragraphs = readStory(part, readStyles(parts, byType.get('styles'))).flatMap((block): FlowParagraph[] => {
    const own = block.notes.flatMap((id): FlowParagraph[] => {
      const text = notes.get(id) ?? '';
      if (text === '' || told.has(id)) return [];
      told.add(id);
      return [{ kind: 'paragraph', level: 0, text }];
    });
    const all = [...block.paragraphs, ...own];
    letters += all.reduce((sum, { text }) => sum + text.length, 0);
    if (letters > deckLimits.letters) throw tooLong();
    return all;
  });
  const title = meaningfulTitle(readCoreTitle(parts));
  return { paragraphs, ...(title !== undefined && { title }) };
}
