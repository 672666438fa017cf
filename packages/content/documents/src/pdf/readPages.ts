import type { PDFPageProxy } from 'unpdf/pdfjs';
import { SymbolReader } from '../ooxml/SymbolReader.ts';
import type { BoundedPort } from './BoundedPort.ts';
import { fromPdfjs, type OpenPdf } from './openPdf.ts';
import { combined, matrixOf, turned, type Matrix, type PageSize } from './matrix.ts';
import { tooMuch, type Spending } from './Spending.ts';
import type { PageText, TextDirection, TextRun } from './textRuns.ts';

/** A text run of pdf.js. */
interface TextItem {
  str: string;
  dir: string;
  width: number;
  transform: readonly number[];
  fontName: string;
  hasEOL: boolean;
}

const boldName = /bold|black|heavy|demi|cmbx|cmb\d|sfbx|-medi\b|nimbus\w*-medi|lmroman\d*-bold/i;

/** `AnnotationMode.DISABLE` of pdf.js. */
const withoutAnnotations = 0;

/**
 * If reading the text of a page takes longer, its drawing is skipped and bold text is not recognised. Milliseconds. A drawing takes ten
 * times as long as the text, and long ones are maps and charts. A usual page takes about 7 ms, the first one of a thread up to 200.
 */
const longestText = 300;

interface KnownFont {
  name: string;
  isBold: boolean;
}

/** Fonts by their pdf.js names. pdf.js only provides fonts of pages whose drawing was read. */
class Fonts {
  private readonly known = new Map<string, KnownFont>();
  readonly symbols = new SymbolReader();
  private readonly port: BoundedPort;

  constructor(port: BoundedPort) {
    this.port = port;
  }

  /**
   * Reads the drawing of a page that uses an unknown font. Annotations have no text that is read.
   *
   * @returns Whether it could be read; one with an endless pattern cannot.
   */
  async learn(page: PDFPageProxy, names: readonly string[]): Promise<boolean> {
    const unknown = names.filter((name) => !this.known.has(name));
    if (unknown.length === 0) return true;
    try {
      await fromPdfjs(() => page.getOperatorList({ annotationMode: withoutAnnotations }));
    } catch (error) {
      if (!this.port.hasRefused) throw error;
    }
    // pdf.js may also answer with an incomplete drawing.
    if (this.port.takeRefusal()) return false;
    for (const name of unknown) this.known.set(name, knownFont(page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined));
    return true;
  }

  of(name: string): KnownFont {
    return this.known.get(name) ?? { name: '', isBold: false };
  }
}

const knownFont = (font: unknown): KnownFont => {
  const { name, bold, black } = (font ?? {}) as { name?: unknown; bold?: unknown; black?: unknown };
  const own = typeof name === 'string' ? name : '';
  return { name: own.replace(/^[A-Z]{6}\+/, ''), isBold: bold === true || black === true || boldName.test(own) };
};

/** Converts letters of fonts without character names. pdf.js handles Symbol itself. */
const withSymbols = (text: string, font: string, symbols: SymbolReader): string =>
  /^(?:wingdings|webdings)/i.test(font)
    ? symbols.read(text, { letters: font })
    : /^symbol/i.test(font)
      ? symbols.read(text, { symbols: font })
      : text;

const isTextItem = (item: object): item is TextItem => 'str' in item && 'transform' in item;

/** Returns the quarter turns of a text; `undefined` for slanted text, such as a watermark. */
const turnsOf = ([a, b]: Matrix): number | undefined => {
  const quarters = Math.atan2(b, a) / (Math.PI / 2);
  const turns = Math.round(quarters);
  return Math.abs(quarters - turns) < 0.1 ? (turns + 4) % 4 : undefined;
};

/** Returns the run of an item; `undefined` for slanted text and text without a size. */
function runOf(
  item: TextItem,
  toPage: Matrix,
  size: PageSize,
  { isBold, text }: { isBold: boolean; text: string },
): { turns: number; run: TextRun } | undefined {
  const place = combined(toPage, matrixOf(item.transform));
  const letterSize = Math.hypot(place[2], place[3]);
  const turns = turnsOf(place);
  const [left, baseline] = turned(place[4], place[5], turns ?? 0, size);
  if (turns === undefined || !(letterSize > 0.5) || !Number.isFinite(left + baseline + item.width)) return undefined;
  return {
    turns,
    run: {
      text,
      left,
      right: left + Math.abs(item.width),
      baseline,
      size: letterSize,
      isBold,
      hasSpaceBefore: false,
      isRightToLeft: item.dir === 'rtl',
    },
  };
}

function runsOf(items: readonly object[], toPage: Matrix, size: PageSize, fonts: Fonts): TextDirection[] {
  const byTurns = [0, 1, 2, 3].map((turns): TextDirection => ({ turns, runs: [] }));
  let hasSpaceBefore = true;
  for (const item of items) {
    if (!isTextItem(item)) continue;
    const { name, isBold } = fonts.of(item.fontName);
    const text = withSymbols(item.str, name, fonts.symbols);
    const found = item.str.trim() === '' ? undefined : runOf(item, toPage, size, { isBold, text });
    if (found) byTurns[found.turns]?.runs.push({ ...found.run, hasSpaceBefore: hasSpaceBefore || /^\s/.test(item.str) });
    if (found || item.str !== '' || item.hasEOL) hasSpaceBefore = item.hasEOL || /\s$/.test(item.str);
  }
  return byTurns.filter(({ runs }) => runs.length > 0);
}

/** Reads the text of a page and its font names in chunks, so that an endless page is left early. */
async function itemsOf(page: PDFPageProxy, spending: Spending): Promise<{ items: object[]; fonts: string[] }> {
  const items: object[] = [];
  const fonts = new Set<string>();
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader();
  const next = (): ReturnType<typeof reader.read> => fromPdfjs(() => reader.read());
  try {
    for (let piece = await next(); !piece.done; piece = await next()) {
      const { items: own, styles } = piece.value as { items: object[]; styles: object };
      spending.take(own.reduce((sum, item) => sum + (isTextItem(item) ? item.str.length : 0), 0));
      for (const item of own) items.push(item);
      for (const font of Object.keys(styles)) fonts.add(font);
      if (items.length > spending.limits.runs) throw tooMuch();
    }
  } catch (error) {
    // Otherwise pdf.js would wait forever for the rest to be read. Not awaited: the promise never settles if everything was sent already.
    reader.cancel(new Error('Reading stopped.')).catch(() => undefined);
    throw error;
  }
  return { items, fonts: [...fonts] };
}

/**
 * Reads the text of all pages with positions.
 *
 * @param pages - Number of pages to read. Defaults to all.
 * @throws DocumentError `too-large`, `damaged`
 */
export async function readPages({ document, port }: OpenPdf, spending: Spending, pages = document.numPages): Promise<PageText[]> {
  const fonts = new Fonts(port);
  const read: PageText[] = [];
  for (let number = 1; number <= Math.min(pages, document.numPages); number += 1) {
    const page = await fromPdfjs(() => document.getPage(number));
    const viewport = page.getViewport({ scale: 1 });
    const { value, cost } = await spending.costOf(() => itemsOf(page, spending));
    const { items, fonts: names } = value;
    const isLong = cost > longestText || !(await fonts.learn(page, names));
    spending.checkTime();
    const size = { width: viewport.width, height: viewport.height };
    const toPage = matrixOf(viewport.transform);
    const directions = runsOf(items, toPage, size, fonts);
    read.push({ page: number, ...size, toPage, isLong, directions });
    page.cleanup();
  }
  return read;
}
