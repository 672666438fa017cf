import type { PictureProblem } from '@lectern/contracts';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { boxOf, combined, type Box, type Matrix } from '../matrix.ts';
import { alternativeTexts } from './alternativeTexts.ts';
import { isTrap } from './isTrap.ts';
import { Pdfium } from './Pdfium.ts';
import type { Rule } from '../ruledTables/Rule.ts';
import { mostSegmentsOfPath, rulesOfPath } from './rulesOfPath.ts';
import { lieOf, pictureBytes, pictureSizes, type PageImage } from './pictureBytes.ts';

export interface DrawnPicture extends Box {
  /** Unique within the drawing. */
  name: string;
  /** The author's alternative text, or an empty string. */
  alt: string;
}

/** Pictures and lines on a page. */
export interface PageDrawing {
  pictures: DrawnPicture[];
  /** Horizontal and vertical lines; none if the page has very many. */
  rules: Rule[];
  /** Why pictures are missing; absent if all were seen. */
  leftOut?: PictureProblem;
}

/** Bytes of all pictures of a file. */
const mostBytes = 48 * 1024 * 1024;
/** Different pictures of a file. More than are kept, because some are decoration. */
const mostPictures = 300;
/** Pictures inspected: papers have thousands of small ones in their charts. */
const mostLooked = 5_000;
const mostOnPage = 200;
/** Objects inspected on a page. */
const mostObjects = 20_000;
/** Path segments read on a page. A page with more is a drawing, and its rules are not used to find tables. */
const mostSegments = 20_000;
const deepestForm = 4;
/** Share of both sides of a page above which a picture is the page's background, if the page has text. */
const backgroundShare = 0.9;

/** `FPDF_PAGEOBJ_*` */
const kinds = { path: 2, image: 3, form: 5 } as const;

/** After this many equal results for pictures with the same bytes, further ones are not decoded and get the same file. */
const enoughAlike = 3;

/** A picture on a page, decoded on request. */
interface SeenPicture extends Pick<PageImage, 'width' | 'height' | 'toPage'> {
  /** Page index from 0, and the path of object indexes through the page and nested forms. */
  page: number;
  path: readonly number[];
  /** Equal for pictures with the same bytes, size and orientation. Their masks and colours may differ. */
  bytesKey: string;
}

interface OpenPage {
  index: number;
  page: number;
  size: { width: number; height: number };
  hasText: boolean;
  alternatives: Map<number, string> | undefined;
  drawing: PageDrawing;
  objects: number;
  segments: number;
}

/** The pictures and lines of a PDF, read by PDFium. pdf.js reads the text. */
export class PdfDrawing {
  private readonly pdfium: Pdfium;
  private readonly isLate: () => boolean;
  private readonly seen = new Map<string, SeenPicture>();
  /** Fingerprints of finished files, by the picture's name and by its bytes. */
  private readonly made = new Map<string, string>();
  private readonly madeOfBytes = new Map<string, string[]>();
  private readonly files = new Map<string, Uint8Array<ArrayBuffer> | PictureProblem>();
  /** The page whose pictures are being decoded. */
  private current: { index: number; page: number } | undefined;
  private bytes = 0;
  /** Whether PDFium crashed on the file. It cannot continue then. */
  private isBroken = false;
  private looked = 0;

  private constructor(pdfium: Pdfium, isLate: () => boolean) {
    this.pdfium = pdfium;
    this.isLate = isLate;
  }

  /**
   * Opens the drawing of a file; `undefined` if PDFium cannot read it.
   *
   * @param bytes - Copied.
   * @param isLate - Whether reading took too long to decode another picture.
   */
  static async open(bytes: Uint8Array, isLate: () => boolean): Promise<PdfDrawing | undefined> {
    try {
      const pdfium = await Pdfium.open(bytes);
      return pdfium && new PdfDrawing(pdfium, isLate);
    } catch (error) {
      if (isTrap(error)) return undefined;
      throw error;
    }
  }

  /** Returns a key that is equal for pictures with the same bytes, without decoding. */
  likeness(name: string): string {
    return this.seen.get(name)?.bytesKey ?? name;
  }

  /** Decodes a picture. @returns a key that is equal for pictures that look the same; `undefined` for an unknown name */
  fingerprint(name: string): string | undefined {
    const picture = this.seen.get(name);
    if (!picture) return undefined;
    const fingerprint = this.made.get(name) ?? this.make(picture);
    this.made.set(name, fingerprint);
    return fingerprint;
  }

  /** Returns the file of a picture, or why it is left out. */
  file(name: string): Uint8Array<ArrayBuffer> | PictureProblem {
    return this.files.get(this.fingerprint(name) ?? '') ?? 'damaged';
  }

  /**
   * Reads what is drawn on a page, without decoding.
   *
   * @param number - Counted from 1.
   * @param page - Its size in points, the map from file to page coordinates, and whether it has text.
   */
  read(number: number, { toPage, hasText, ...size }: { toPage: Matrix; width: number; height: number; hasText: boolean }): PageDrawing {
    const drawing: PageDrawing = { pictures: [], rules: [] };
    try {
      if (!this.isBroken) this.readPage(number, { toPage, hasText, size, drawing });
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.isBroken = true;
    }
    if (this.isBroken) drawing.leftOut = 'damaged';
    return drawing;
  }

  private readPage(
    number: number,
    { toPage, hasText, size, drawing }: Pick<OpenPage, 'size' | 'hasText' | 'drawing'> & { toPage: Matrix },
  ): void {
    const { calls, document } = this.pdfium;
    const page = calls.FPDF_LoadPage(document, number - 1);
    if (page === 0) {
      drawing.leftOut = 'damaged';
      return;
    }
    const open: OpenPage = { index: number - 1, page, size, hasText, alternatives: undefined, drawing, objects: 0, segments: 0 };
    const count = calls.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index += 1) this.take(calls.FPDFPage_GetObject(page, index), toPage, open, [index]);
    if (open.objects > mostObjects || open.segments > mostSegments) drawing.rules = [];
    calls.FPDF_ClosePage(page);
  }

  private take(object: number, toPage: Matrix, open: OpenPage, path: readonly number[]): void {
    open.objects += 1;
    if (object === 0 || open.objects > mostObjects) return;
    const { calls } = this.pdfium;
    const kind = calls.FPDFPageObj_GetType(object);
    if (kind === kinds.path) this.takePath(object, toPage, open);
    if (kind === kinds.image) this.takePicture(object, toPage, open, path);
    if (kind !== kinds.form || path.length > deepestForm) return;
    const inner = combined(toPage, this.pdfium.matrixOf(object));
    const count = calls.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && open.objects <= mostObjects; index += 1)
      this.take(calls.FPDFFormObj_GetObject(object, index), inner, open, [...path, index]);
  }

  private takePath(object: number, toPage: Matrix, open: OpenPage): void {
    const count = this.pdfium.calls.FPDFPath_CountSegments(object);
    if (count > mostSegmentsOfPath || open.segments > mostSegments) return;
    open.segments += count;
    open.drawing.rules.push(...rulesOfPath(this.pdfium, object, combined(toPage, this.pdfium.matrixOf(object)), count));
  }

  private takePicture(object: number, toPage: Matrix, open: OpenPage, path: readonly number[]): void {
    const { calls } = this.pdfium;
    this.looked += 1;
    const [width = 0, height = 0] =
      this.pdfium.numbers(2, (first = 0, second = 0) => calls.FPDFImageObj_GetImagePixelSize(object, first, second), 'integer') ?? [];
    if (open.drawing.leftOut || Math.min(width, height) < pictureSizes.smallestSide) return;
    const matrix = combined(toPage, this.pdfium.matrixOf(object));
    const box = boxOf(matrix, [0, 0, 1, 1]);
    if (!isOnPage(box, open.size) || (open.hasText && isBackground(box, open.size))) return;
    if (this.looked > mostLooked || open.drawing.pictures.length >= mostOnPage) {
      open.drawing.leftOut = 'too-many';
      return;
    }
    const name = String(this.looked);
    this.seen.set(name, {
      page: open.index,
      path,
      width,
      height,
      toPage: matrix,
      bytesKey: this.bytesKeyOf(object, { width, height, toPage: matrix }),
    });
    open.alternatives ??= alternativeTexts(this.pdfium, open.page);
    const alt = open.alternatives.get(calls.FPDFPageObj_GetMarkedContentID(object)) ?? '';
    open.drawing.pictures.push({ ...box, name, alt });
  }

  /** Returns the bytes of a picture as stored in the file; `undefined` if there are too many. */
  private rawOf(object: number): Uint8Array<ArrayBuffer> | undefined {
    return this.pdfium.bytes((at, length) => this.pdfium.calls.FPDFImageObj_GetImageDataRaw(object, at, length), pictureSizes.bytes);
  }

  private bytesKeyOf(object: number, { width, height, toPage }: Pick<PageImage, 'width' | 'height' | 'toPage'>): string {
    const raw = this.rawOf(object);
    return raw ? [crc32(raw), raw.length, width, height, ...Object.values(lieOf(toPage))].join('-') : `none-${String(this.looked)}`;
  }

  private get problem(): PictureProblem | undefined {
    if (this.isBroken) return 'damaged';
    if (this.files.size >= mostPictures) return 'too-many';
    return this.isLate() || this.bytes > mostBytes ? 'too-large' : undefined;
  }

  /** Makes the file of a picture, or reuses one with the same bytes. @returns its fingerprint */
  private make(picture: SeenPicture): string {
    const { bytesKey } = picture;
    const alike = this.madeOfBytes.get(bytesKey) ?? [];
    const [first] = alike;
    const { problem } = this;
    const areAlike = alike.length >= enoughAlike && alike.every((fingerprint) => fingerprint === first);
    if (first !== undefined && (areAlike || problem)) return first;
    const file = problem ?? this.decode(picture);
    const fingerprint = typeof file === 'string' ? `${bytesKey}-${file}` : createHash('sha256').update(file).digest('hex');
    this.madeOfBytes.set(bytesKey, [...alike, fingerprint].slice(0, enoughAlike));
    if (typeof file !== 'string' && !this.files.has(fingerprint)) this.bytes += file.length;
    this.files.set(fingerprint, file);
    return fingerprint;
  }

  private decode({ page: index, path, ...image }: SeenPicture): Uint8Array<ArrayBuffer> | PictureProblem {
    try {
      const page = this.pageAt(index);
      const object = page === 0 ? 0 : this.objectAt(page, path);
      if (object === 0) return 'damaged';
      const raw = this.rawOf(object);
      return raw ? pictureBytes(this.pdfium, { ...image, page, object }, raw) : 'too-large';
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.isBroken = true;
      return 'damaged';
    }
  }

  /** Opens a page again, closing the previous one: PDFium keeps decoded data until a page is closed. */
  private pageAt(index: number): number {
    const { calls, document } = this.pdfium;
    if (this.current?.index === index) return this.current.page;
    if (this.current && this.current.page !== 0) calls.FPDF_ClosePage(this.current.page);
    this.current = undefined;
    this.current = { index, page: calls.FPDF_LoadPage(document, index) };
    return this.current.page;
  }

  private objectAt(page: number, [first = 0, ...inner]: readonly number[]): number {
    const { calls } = this.pdfium;
    let object = calls.FPDFPage_GetObject(page, first);
    for (const index of inner) object = object === 0 ? 0 : calls.FPDFFormObj_GetObject(object, index);
    return object;
  }
}

const isOnPage = ({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): boolean =>
  left < width && right > 0 && top < height && bottom > 0 && Number.isFinite(right - left + bottom - top);

const isBackground = ({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): boolean =>
  Math.min(right, width) - Math.max(left, 0) >= backgroundShare * width &&
  Math.min(bottom, height) - Math.max(top, 0) >= backgroundShare * height;
