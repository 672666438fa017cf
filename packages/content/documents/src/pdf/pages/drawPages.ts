import { pageLimits, placeOf, type PagePassage } from '@lectern/contracts/plain';
import { isTrap } from '../drawing/isTrap.ts';
import { Pdfium } from '../drawing/Pdfium.ts';
import { boxOf, type Box, type PageSize } from '../matrix.ts';
import { boxesOf } from './boxesOf.ts';
import { pageLetters } from './letters.ts';
import { pageMap } from './pageMap.ts';
import { PassageFinder, type FoundPassage, type SoughtPassage } from './PassageFinder.ts';

/** A page of a PDF as pixels, with its text and the places of its passages. */
export interface DrawnPage extends PageSize {
  kind: 'drawn';
  /** Counted from 1. */
  page: number;
  /** Four bytes per pixel: red, green, blue, and alpha, which is 255. */
  pixels: Uint8Array<ArrayBuffer>;
  alt: string;
  passages: PagePassage[];
}

/** A page that cannot be drawn. */
export interface UndrawnPage {
  kind: 'undrawn';
  page: number;
  /** PDFium crashed on it, and nothing follows. */
  isLast?: true;
}

export interface DrawPagesOptions {
  /** The passages of the file, in the order of the source. */
  passages: readonly SoughtPassage[];
  /** The first page to draw. Defaults to 1. */
  from?: number;
}

/** A page that is much taller than wide, such as a poster, is drawn narrower. Pixels. */
const mostHeight = 2 * pageLimits.width;

/** `FPDF_ANNOT` and `FPDF_REVERSE_BYTE_ORDER`. */
const [withAnnotations, redFirst] = [0x01, 0x10];
const white = 0xff_ff_ff_ff;

/** Returns the size in pixels of a page's picture; `undefined` if the page has no area. */
function pictureSize(width: number, height: number): PageSize | undefined {
  if (!(width > 0 && height > 0 && Number.isFinite(width / height))) return undefined;
  const scale = Math.min(pageLimits.width / width, mostHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws an open page. @returns `undefined` if there is not enough memory */
function pixelsOf(pdfium: Pdfium, page: number, { width, height }: PageSize): Uint8Array<ArrayBuffer> | undefined {
  const { calls } = pdfium;
  const bitmap = calls.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return undefined;
  try {
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | redFirst);
    return pdfium.copyOf(calls.FPDFBitmap_GetBuffer(bitmap), calls.FPDFBitmap_GetStride(bitmap) * height);
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}

/** The text of an open page. */
class DrawnText {
  private readonly pdfium: Pdfium;
  private readonly address: number;
  readonly letters: string;
  readonly words: string;
  private readonly characterOf: readonly number[];

  constructor(pdfium: Pdfium, page: number) {
    this.pdfium = pdfium;
    this.address = pdfium.calls.FPDFText_LoadPage(page);
    const { letters, characterOf, text } = pageLetters(this.unicodes());
    this.letters = letters;
    this.characterOf = characterOf;
    this.words = text;
  }

  private *unicodes(): Iterable<number> {
    if (this.address === 0) return;
    const { calls } = this.pdfium;
    const count = calls.FPDFText_CountChars(this.address);
    for (let index = 0; index < count; index += 1) yield calls.FPDFText_GetUnicode(this.address, index);
  }

  /** Returns the box of a letter in the page's own coordinates. */
  rectangleOf(letter: number): readonly [left: number, bottom: number, right: number, top: number] | undefined {
    const character = this.characterOf[letter];
    if (character === undefined) return undefined;
    // Left, right, bottom, top.
    const box = (a = 0, b = 0, c = 0, d = 0): boolean => this.pdfium.calls.FPDFText_GetCharBox(this.address, character, a, b, c, d);
    const [left = 0, right = 0, bottom = 0, top = 0] = this.pdfium.numbers(4, box, 'double') ?? [];
    return right > left || top > bottom ? [left, bottom, right, top] : undefined;
  }

  close(): void {
    if (this.address !== 0) this.pdfium.calls.FPDFText_ClosePage(this.address);
  }
}

const isSpoken = ({ pointer }: SoughtPassage): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

/** Returns the text of a page: that of its passages, which is cleaner, or as it is drawn. */
const altOf = (found: readonly FoundPassage[], words: string): string => {
  const shown = found.filter(({ passage: { pointer } }) => pointer.kind !== 'text').map(({ passage }) => passage);
  const text = shown
    .filter((passage) => !isSpoken(passage))
    .map((passage) => passage.text)
    .join('\n');
  return (text === '' ? words : text).slice(0, pageLimits.alt).toWellFormed();
};

const asPassage = ({ passage: { pointer } }: FoundPassage, boxes: PagePassage['boxes']): PagePassage =>
  pointer.kind === 'slide' ? { part: pointer.part, paragraph: pointer.paragraph, boxes } : { paragraph: placeOf(pointer), boxes };

/** Draws the pages of one PDF. */
class PageDrawer {
  private readonly pdfium: Pdfium;
  private readonly finder: PassageFinder;

  constructor(pdfium: Pdfium, passages: readonly SoughtPassage[]) {
    this.pdfium = pdfium;
    this.finder = new PassageFinder(passages);
  }

  /** Whether the passages of a page depend on those of the pages before it. */
  get isInOrder(): boolean {
    return this.finder.isInOrder;
  }

  /** Reads the text of a page without drawing it. */
  read(number: number): void {
    this.open(number, (page) => {
      const text = new DrawnText(this.pdfium, page);
      this.finder.find(number, text.letters);
      text.close();
    });
  }

  draw(number: number): DrawnPage | UndrawnPage {
    return this.open(number, (page) => this.drawOpen(number, page)) ?? { kind: 'undrawn', page: number };
  }

  private open<T>(number: number, use: (page: number) => T): T | undefined {
    const { calls, document } = this.pdfium;
    const page = calls.FPDF_LoadPage(document, number - 1);
    if (page === 0) return undefined;
    try {
      return use(page);
    } finally {
      calls.FPDF_ClosePage(page);
    }
  }

  private drawOpen(number: number, page: number): DrawnPage | undefined {
    const { calls } = this.pdfium;
    const text = new DrawnText(this.pdfium, page);
    try {
      const found = this.finder.find(number, text.letters);
      const size = pictureSize(calls.FPDF_GetPageWidthF(page), calls.FPDF_GetPageHeightF(page));
      const pixels = size && pixelsOf(this.pdfium, page, size);
      if (!pixels) return undefined;
      const toPicture = pageMap(this.pdfium, page, size);
      const boxOfLetter = (letter: number): Box | undefined => {
        const rectangle = text.rectangleOf(letter);
        return rectangle && boxOf(toPicture, rectangle);
      };
      const passages = found.map((each) => asPassage(each, boxesOf(each.stretches, boxOfLetter, size)));
      // Notes and alternative texts stand on no slide.
      const shown = passages.filter(({ part, boxes }) => part === undefined || boxes.length > 0);
      return { kind: 'drawn', page: number, ...size, pixels, alt: altOf(found, text.words), passages: shown };
    } finally {
      text.close();
    }
  }
}

/**
 * Draws the pages of a PDF in order, at most 300; none if PDFium cannot open it. It stops after a page on which PDFium crashes: draw the
 * others from the next one on. Run it in a process that can be ended, because a page may take forever.
 *
 * @param bytes - Copied.
 */
export async function* drawPages(bytes: Uint8Array, { passages, from = 1 }: DrawPagesOptions): AsyncGenerator<DrawnPage | UndrawnPage> {
  let page = from;
  try {
    const pdfium = await Pdfium.open(bytes);
    if (!pdfium) return;
    const drawer = new PageDrawer(pdfium, passages);
    if (drawer.isInOrder) for (let before = 1; before < from; before += 1) drawer.read(before);
    const last = Math.min(pageLimits.pages, pdfium.calls.FPDF_GetPageCount(pdfium.document));
    for (; page <= last; page += 1) yield drawer.draw(page);
  } catch (error) {
    if (!isTrap(error)) throw error;
    yield { kind: 'undrawn', page, isLast: true };
  }
}
