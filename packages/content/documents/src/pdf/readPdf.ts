import type { UnreadPages } from '@lectern/contracts';
import { DocumentError } from '../DocumentError.ts';
import { cleanText } from '../text/cleanText.ts';
import { meaningfulTitle } from '../text/documentTitle.ts';
import type { FlowParagraph, RunningHead } from '../text/sourceOfParagraphs.ts';
import { createCharacterMaps, type ReadCharacterMap, fromPdfjs, openPdf } from './openPdf.ts';
import type { PageDrawing } from './drawing/PdfDrawing.ts';
import type { Matrix } from './matrix.ts';
import { bodySizeOf } from './paragraphText.ts';
import { paragraphsOf } from './paragraphsOf.ts';
import { pageRangesOf, type LeftOutPage, type PageRange } from '../pictures/leftOutPages.ts';
import { pdfLimits, type PdfLimits, Spending } from './Spending.ts';
import { placePicturesOnPage } from './placePicturesOnPage.ts';
import { inReadingOrder } from './readingOrder.ts';
import { readPages } from './readPages.ts';
import { turnedRule } from './ruledTables/Rule.ts';
import { withRuledTables } from './ruledTables/withRuledTables.ts';
import { withoutRunningHeads } from './runningHeads.ts';
import { withoutWrongLetters } from './wrongLetters.ts';
import type { PageText } from './textRuns.ts';

export interface PdfText {
  /** From the file's properties; absent if it is meaningless. */
  title?: string;
  pages: number;
  paragraphs: FlowParagraph[];
  runningHeads: RunningHead[];
  /** Pages with pictures that were not read. */
  pagesWithoutPictures: PageRange[];
  /** Pages left out because their letters are wrong. */
  unreadPages: UnreadPages[];
}

/** Reads the drawing of a file. Absent in the browser. */
export interface DrawingReader {
  read(page: number, how: { toPage: Matrix; width: number; height: number; hasText: boolean }): PageDrawing;
}

export interface PdfOptions {
  /** A clock in milliseconds that limits reading. */
  now: () => number;
  /** Number of pages to read. Defaults to all. */
  pages?: number;
  limits?: PdfLimits;
  /** Without it, only the text is read. */
  drawing?: DrawingReader | undefined;
  /** Without it, text that needs an external character map is refused. */
  readCharacterMap?: ReadCharacterMap;
}

const tooManyPages = (): DocumentError =>
  new DocumentError('too-large', 'This PDF has too many pages. Split it into several and try again.');
const noText = (): DocumentError =>
  new DocumentError('no-text', 'This PDF has only pictures of text. Save it with text recognition (OCR), or paste the text.');
const unknownCharacters = (): DocumentError =>
  new DocumentError(
    'no-text',
    'This PDF has Chinese, Japanese or Korean text in a form that we cannot read. Upload it as a Word document (.docx), or paste the text.',
  );

const asianLetter = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

const titleOf = (info: unknown): string | undefined => {
  const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : undefined;
  return typeof title === 'string' ? meaningfulTitle(cleanText(title)) : undefined;
};

const nothing: PageDrawing = { pictures: [], rules: [] };
const tooLong: PageDrawing = { ...nothing, leftOut: 'too-large' };

/** Returns what is drawn on a page. Skips drawings that are long or come late, because the text matters more. */
function drawingOf(page: PageText, drawing: DrawingReader | undefined, spending: Spending): PageDrawing {
  const { limits } = spending;
  if (!drawing) return nothing;
  if (page.isLong || spending.isPast(limits.drawingMilliseconds)) return tooLong;
  const hasText = page.directions.some(({ runs }) => runs.length > 0);
  return drawing.read(page.page, { ...page, hasText });
}

/** Lays out the pages: drops running heads and reads columns one after the other. */
function layOut(
  pages: readonly PageText[],
  drawing: DrawingReader | undefined,
  spending: Spending,
): Pick<PdfText, 'paragraphs' | 'runningHeads' | 'pagesWithoutPictures'> {
  const leftOut: LeftOutPage[] = [];
  const bodySize = bodySizeOf(pages.flatMap(({ directions }) => directions.flatMap(({ runs }) => runs)));
  const upright = pages.map(({ page, height, directions }) => ({ page, height, runs: directions[0]?.runs ?? [] }));
  const { runs: kept, heads: runningHeads } = withoutRunningHeads(upright, bodySize);
  const inOrder = pages.map((page, index) => {
    spending.checkTime();
    const drawn = drawingOf(page, drawing, spending);
    if (drawn.leftOut) leftOut.push({ page: page.page, reason: drawn.leftOut });
    const regions = page.directions.flatMap(({ turns, runs }, direction) => {
      const rules = drawn.rules.map((rule) => turnedRule(rule, turns, page));
      return inReadingOrder(withRuledTables(direction === 0 ? (kept[index] ?? []) : runs, rules));
    });
    const lines = regions.flatMap((region) => region.lines);
    return { page: page.page, regions, pictures: placePicturesOnPage(lines, drawn.pictures, page.page) };
  });
  const paragraphs = paragraphsOf(inOrder, () => {
    spending.checkTime();
  });
  return { paragraphs, runningHeads, pagesWithoutPictures: pageRangesOf(leftOut) };
}

/**
 * Reads the text of a PDF. Its scripts never run, and nothing is loaded for it.
 *
 * @param bytes - At most 50 MB. Transferred: the caller loses them.
 * @throws DocumentError `encrypted`, `damaged`, `too-large`, or `no-text` if the pages are only pictures, the fonts map to the wrong
 * letters, or a part of the text would be lost
 */
export async function readPdf(
  bytes: Uint8Array,
  { now, pages, limits = pdfLimits, drawing, readCharacterMap }: PdfOptions,
): Promise<PdfText> {
  const spending = new Spending(limits, now);
  const characterMaps = createCharacterMaps(readCharacterMap);
  const pdf = await openPdf(bytes, characterMaps);
  try {
    const { document } = pdf;
    if (document.numPages > limits.pages) throw tooManyPages();
    const { info } = await fromPdfjs(() => document.getMetadata());
    const all = await readPages(pdf, spending, pages);
    const { pages: read, unreadPages } = withoutWrongLetters(all, all.length === document.numPages);
    const { paragraphs, ...laidOut } = layOut(read, drawing, spending);
    // If other Asian text could be read, only a small part is missing, such as a sample of a font.
    if (characterMaps.isMissing && !paragraphs.some(({ text }) => asianLetter.test(text))) throw unknownCharacters();
    if (!paragraphs.some(({ text }) => /\p{L}/u.test(text))) throw noText();
    const title = titleOf(info);
    return { pages: document.numPages, paragraphs, ...laidOut, unreadPages, ...(title !== undefined && { title }) };
  } finally {
    await pdf.close();
  }
}
