import { readStory } from './docx/readStory.ts';
import { readStyles } from './docx/readStyles.ts';
import { SymbolReader } from './ooxml/SymbolReader.ts';
import { readPdf } from './pdf/readPdf.ts';
import { decodeUnicode } from './text/decodeUnicode.ts';
import { sourceOfText } from './text/sourceOfText.ts';

// Pages import this module: nothing here needs Node.
export { documentKindOf, type DocumentKind } from './documentKindOf.ts';

/** What is shown of a document before it is sent. */
export interface DocumentOutline {
  /** Of a PDF; other documents have none. */
  pages?: number;
  /** The first headings, in order. */
  headings: string[];
}

const headingsShown = 3;
/** Pages of a PDF that are searched for headings. */
const pagesRead = 4;
/** Bytes of a text that are searched for headings. */
const bytesRead = 200_000;

const firstHeadings = (paragraphs: readonly { kind: string; text: string }[]): string[] =>
  paragraphs.flatMap(({ kind, text }) => (kind === 'title' ? [text] : [])).slice(0, headingsShown);

/**
 * The number of pages of a PDF, and its first headings.
 *
 * @param bytes - They are transferred: the caller no longer has them.
 * @throws DocumentError as `readPdf`
 */
export async function outlineOfPdf(bytes: Uint8Array, now: () => number): Promise<DocumentOutline> {
  const { pages, paragraphs } = await readPdf(bytes, { now, pages: pagesRead });
  return { pages, headings: firstHeadings(paragraphs) };
}

/**
 * The first headings of a .docx.
 *
 * @param parts - Its unpacked parts `word/document.xml` and `word/styles.xml`.
 * @throws DocumentError where a part is damaged
 */
export function outlineOfDocx(parts: { document: Uint8Array; styles: Uint8Array | undefined }): DocumentOutline {
  const part = (bytes: Uint8Array) => ({ bytes, spend: () => undefined });
  const { styles } = parts;
  const styleOf = readStyles({ read: () => (styles ? part(styles) : undefined) }, 'word/styles.xml');
  const story = readStory(part(parts.document), { styleOf, markOf: () => undefined, symbols: new SymbolReader() });
  return { headings: firstHeadings(story.flatMap(({ paragraphs }) => paragraphs)) };
}

/** The first headings of Markdown or text. None for a text in an older encoding, whose detection is too large for a page. */
export const outlineOfText = (bytes: Uint8Array): DocumentOutline => ({
  headings: firstHeadings(sourceOfText(decodeUnicode(bytes.subarray(0, bytesRead), true)?.text ?? '').passages),
});
