import { readStory } from './docx/readStory.ts';
import { readStyles } from './docx/readStyles.ts';
import { SymbolReader } from './ooxml/SymbolReader.ts';
import { readPdf } from './pdf/readPdf.ts';
import { decodeUnicode } from './text/decodeUnicode.ts';
import { sourceOfText } from './text/sourceOfText.ts';

// The browser loads this module: nothing here may need Node.
export { documentKindOf, type DocumentKind } from './documentKindOf.ts';

/** A preview of a document before it is sent. */
export interface DocumentOutline {
  /** Only for a PDF. */
  pages?: number;
  headings: string[];
}

const headingsShown = 3;
const pagesRead = 4;
const bytesRead = 200_000;

const firstHeadings = (paragraphs: readonly { kind: string; text: string }[]): string[] =>
  paragraphs.flatMap(({ kind, text }) => (kind === 'title' ? [text] : [])).slice(0, headingsShown);

/**
 * Returns the number of pages of a PDF and its first headings.
 *
 * @param bytes - Transferred: the caller loses them.
 * @throws DocumentError like `readPdf`
 */
export async function outlineOfPdf(bytes: Uint8Array, now: () => number): Promise<DocumentOutline> {
  const { pages, paragraphs } = await readPdf(bytes, { now, pages: pagesRead });
  return { pages, headings: firstHeadings(paragraphs) };
}

/**
 * Returns the first headings of a .docx.
 *
 * @param parts - `word/document.xml` and `word/styles.xml`, unpacked.
 * @throws DocumentError if a part is damaged
 */
export function outlineOfDocx(parts: { document: Uint8Array; styles: Uint8Array | undefined }): DocumentOutline {
  const part = (bytes: Uint8Array) => ({ bytes, spend: () => undefined });
  const { styles } = parts;
  const styleOf = readStyles({ read: () => (styles ? part(styles) : undefined) }, 'word/styles.xml');
  const story = readStory(part(parts.document), { styleOf, markOf: () => undefined, symbols: new SymbolReader() });
  return { headings: firstHeadings(story.flatMap(({ paragraphs }) => paragraphs)) };
}

/** Returns the first headings of Markdown or text, or none for older encodings: their detection is too much code for a page. */
export const outlineOfText = (bytes: Uint8Array): DocumentOutline => ({
  headings: firstHeadings(sourceOfText(decodeUnicode(bytes.subarray(0, bytesRead), true)?.text ?? '').passages),
});
