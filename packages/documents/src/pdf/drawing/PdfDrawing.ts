import type { PictureProblem } from '@lectern/contracts';
import { crc32 } from 'node:zlib';
import { boxOf, combined, type Box, type Matrix } from '../matrix.ts';
import { alternativeTexts } from './alternativeTexts.ts';
import { Pdfium } from './Pdfium.ts';
import { pictureBytes, pictureSizes, type PageImage } from './pictureBytes.ts';

/** A picture on a page. */
export interface DrawnPicture extends Box {
  /** Equal for pictures of the same bytes. */
  fingerprint: string;
  /** The author's alternative text; empty where there is none. */
  alt: string;
}

/** What is drawn on a page beside its text. */
export interface PageDrawing {
  pictures: DrawnPicture[];
}

/** The bytes of all pictures of a file. */
const mostBytes = 48 * 1024 * 1024;
/** Different pictures that are taken out of a file. More than are kept, because some are decoration. */
const mostPictures = 300;
/** Pictures that are looked at: papers have thousands of small ones in their charts. */
const mostLooked = 5_000;
const mostOnPage = 200;
/** Objects of a page that are looked at. */
const mostObjects = 20_000;
/** Forms within forms. */
const deepestForm = 4;
/** A picture that covers so much of either side of a page with text is the background of the page. */
const backgroundShare = 0.9;

/** `FPDF_PAGEOBJ_*` */
const kinds = { path: 2, image: 3, form: 5 } as const;

interface OpenPage {
  page: number;
  size: { width: number; height: number };
  hasText: boolean;
  alternatives: Map<number, string> | undefined;
  drawing: PageDrawing;
  objects: number;
}

/** The drawing of a PDF, read by PDFium: its pictures. Text is read by pdf.js. */
export class PdfDrawing {
  private readonly pdfium: Pdfium;
  private readonly files = new Map<string, Uint8Array<ArrayBuffer> | PictureProblem>();
  private bytes = 0;
  /** Whether PDFium ended at a defect of the file. It cannot go on then. */
  private isBroken = false;
  private looked = 0;

  private constructor(pdfium: Pdfium) {
    this.pdfium = pdfium;
  }

  /**
   * Opens the drawing of a file. `undefined` where PDFium cannot read it.
   *
   * @param bytes - The file. It is copied.
   */
  static async open(bytes: Uint8Array): Promise<PdfDrawing | undefined> {
    try {
      const pdfium = await Pdfium.open(bytes);
      return pdfium && new PdfDrawing(pdfium);
    } catch (error) {
      if (isTrap(error)) return undefined;
      throw error;
    }
  }

  /** The file of a picture, or why it is left out. */
  file(fingerprint: string): Uint8Array<ArrayBuffer> | PictureProblem {
    return this.files.get(fingerprint) ?? 'damaged';
  }

  /**
   * Reads what is drawn on a page, and takes its pictures out of the file.
   *
   * @param number - Counted from 1.
   * @param page - Its size in points, the way from the file's coordinates to the page, and whether it has text.
   * @param isLate - Whether no further picture is to be taken out, because reading took long.
   */
  read(
    number: number,
    { toPage, hasText, ...size }: { toPage: Matrix; width: number; height: number; hasText: boolean },
    isLate: () => boolean,
  ): PageDrawing {
    const drawing: PageDrawing = { pictures: [] };
    if (this.isBroken) return drawing;
    try {
      this.readPage(number, { toPage, hasText, size, drawing }, isLate);
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.isBroken = true;
    }
    return drawing;
  }

  private readPage(
    number: number,
    { toPage, hasText, size, drawing }: Pick<OpenPage, 'size' | 'hasText' | 'drawing'> & { toPage: Matrix },
    isLate: () => boolean,
  ): void {
    const { calls, document } = this.pdfium;
    const page = calls.FPDF_LoadPage(document, number - 1);
    if (page === 0) return;
    const open: OpenPage = { page, size, hasText, alternatives: undefined, drawing, objects: 0 };
    const count = calls.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index += 1) this.take(calls.FPDFPage_GetObject(page, index), toPage, open, { depth: 0, isLate });
    calls.FPDF_ClosePage(page);
  }

  private take(object: number, toPage: Matrix, open: OpenPage, { depth, isLate }: { depth: number; isLate: () => boolean }): void {
    open.objects += 1;
    if (object === 0 || open.objects > mostObjects) return;
    const { calls } = this.pdfium;
    const kind = calls.FPDFPageObj_GetType(object);
    if (kind === kinds.image) this.takePicture(object, toPage, open, isLate);
    if (kind !== kinds.form || depth >= deepestForm) return;
    const inner = combined(toPage, this.pdfium.matrixOf(object));
    const count = calls.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && open.objects <= mostObjects; index += 1)
      this.take(calls.FPDFFormObj_GetObject(object, index), inner, open, { depth: depth + 1, isLate });
  }

  private takePicture(object: number, toPage: Matrix, open: OpenPage, isLate: () => boolean): void {
    const { calls } = this.pdfium;
    this.looked += 1;
    const [width = 0, height = 0] =
      this.pdfium.numbers(2, (first = 0, second = 0) => calls.FPDFImageObj_GetImagePixelSize(object, first, second), 'integer') ?? [];
    if (this.looked > mostLooked || open.drawing.pictures.length >= mostOnPage || Math.min(width, height) < pictureSizes.smallestSide)
      return;
    const matrix = combined(toPage, this.pdfium.matrixOf(object));
    const box = boxOf(matrix, [0, 0, 1, 1]);
    if (!isOnPage(box, open.size) || (open.hasText && isBackground(box, open.size))) return;
    const fingerprint = this.keep({ page: open.page, object, width, height, toPage: matrix }, isLate);
    open.alternatives ??= alternativeTexts(this.pdfium, open.page);
    const alt = open.alternatives.get(calls.FPDFPageObj_GetMarkedContentID(object)) ?? '';
    open.drawing.pictures.push({ ...box, fingerprint, alt });
  }

  /** Why no further picture is taken out. */
  private problemOf(isLate: () => boolean): PictureProblem | undefined {
    if (this.files.size >= mostPictures) return 'too-many';
    return isLate() || this.bytes > mostBytes ? 'too-large' : undefined;
  }

  /** Takes a picture out of the file, if it is a new one. @returns its fingerprint */
  private keep(image: PageImage, isLate: () => boolean): string {
    const { calls } = this.pdfium;
    const raw = this.pdfium.bytes((at, length) => calls.FPDFImageObj_GetImageDataRaw(image.object, at, length), pictureSizes.bytes);
    const fingerprint = raw ? `${String(crc32(raw))}-${String(raw.length)}` : `none-${String(this.looked)}`;
    if (this.files.has(fingerprint)) return fingerprint;
    const file = this.problemOf(isLate) ?? (raw ? pictureBytes(this.pdfium, image, raw) : 'too-large');
    if (typeof file !== 'string') this.bytes += file.length;
    this.files.set(fingerprint, file);
    return fingerprint;
  }
}

/** Whether a program in WebAssembly was ended: it reached what it never should, or has no more memory. */
const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

const isOnPage = ({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): boolean =>
  left < width && right > 0 && top < height && bottom > 0 && Number.isFinite(right - left + bottom - top);

const isBackground = ({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): boolean =>
  Math.min(right, width) - Math.max(left, 0) >= backgroundShare * width &&
  Math.min(bottom, height) - Math.max(top, 0) >= backgroundShare * height;
