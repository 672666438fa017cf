import type { PictureProblem } from '@lectern/contracts';
import type { Matrix } from '../matrix.ts';
import type { Pdfium } from './Pdfium.ts';
import { pngOf, type Pixels } from './pngOf.ts';

/** Segment markers (ISO 10918-1, table B.1). */
const markers = { start: 0xd8, scan: 0xda, application1: 0xe1 } as const;
/** 0xc0 to 0xcf begin a frame, except for tables and a reserved one. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Offset of the number of channels in a frame segment. */
const channelsAt = 9;

/** Splits a JPEG into the segments before its first scan; `undefined` if they are damaged. */
function segmentsOf(jpeg: Uint8Array): { segments: { marker: number; from: number; to: number }[]; scanAt: number } | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== markers.start) return undefined;
  const segments = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const [, marker = 0, high = 0, low = 0] = jpeg.subarray(at, at + 4);
    if (marker === markers.scan) return { segments, scanAt: at };
    const length = high * 256 + low;
    // Any number of 0xff bytes may precede a marker.
    const to = marker === 0xff ? at + 1 : at + 2 + length;
    if (marker !== 0xff && length < 2) return undefined;
    segments.push({ marker, from: at, to });
    at = to;
  }
  return undefined;
}

/**
 * Returns a JPEG of a PDF as a standalone file, without EXIF data because a PDF ignores its orientation. `undefined` if it is damaged, or
 * has neither one channel (gray) nor three (colour): four channels are inks.
 */
function plainJpeg(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const read = segmentsOf(jpeg);
  const frame = read?.segments.find(({ marker }) => isFrame(marker));
  if (!read || !frame) return undefined;
  const channels = jpeg[frame.from + channelsAt];
  if (channels !== 1 && channels !== 3) return undefined;
  if (read.segments.every(({ marker }) => marker !== markers.application1)) return jpeg;
  const kept = read.segments.filter(({ marker }) => marker !== markers.application1).map(({ from, to }) => jpeg.subarray(from, to));
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...kept, jpeg.subarray(read.scanAt)]));
}

export const pictureSizes = {
  /** A picture with a smaller side is decoration. Pixels. */
  smallestSide: 64,
  /** Longest side of a picture that is rendered again, as large as pictures are stored. Pixels. */
  longestSide: 1_600,
  /** A camera's resolution. Computed colours have a lower limit. */
  pixels: 50_000_000,
  computedPixels: 2_000_000,
  /** As stored in the file. */
  bytes: 24 * 1024 * 1024,
} as const;

/** A progressive JPEG has about ten scans, each as expensive as a picture. */
const mostScans = 100;
/** Side of the small rendering that reveals a mask. Pixels. */
const smallDrawing = 48;
/** `FPDF_COLORSPACE_*` */
const colourSpaces = { unknown: 0, gray: 1, rgb: 2, cmyk: 3, calGray: 4, calRgb: 5, icc: 7, indexed: 10 } as const;
/**
 * Maximum pixels by colour space; each takes half a second to a second. Indexed colours are computed once. Separation, DeviceN, Lab and
 * others take up to 300 ms per million pixels, because a program in the file may compute each one.
 */
const mostPixels: ReadonlyMap<number, number> = new Map([
  [colourSpaces.gray, pictureSizes.pixels],
  [colourSpaces.rgb, pictureSizes.pixels],
  [colourSpaces.indexed, pictureSizes.pixels],
  [colourSpaces.cmyk, 24_000_000],
  [colourSpaces.icc, 24_000_000],
  [colourSpaces.calGray, 12_000_000],
  [colourSpaces.calRgb, 12_000_000],
]);
/** Colour spaces in which JPEG channels are shown unchanged. */
const plainColourSpaces: ReadonlySet<number> = new Set([
  colourSpaces.gray,
  colourSpaces.rgb,
  colourSpaces.calGray,
  colourSpaces.calRgb,
  colourSpaces.icc,
]);
/** A stencil mask has one bit per pixel and no colour space. */
const mostPixelsOf = ({ bits, colourSpace }: { bits: number; colourSpace: number }): number =>
  bits === 1 ? pictureSizes.pixels : (mostPixels.get(colourSpace) ?? pictureSizes.computedPixels);
/** Formats that are slow to decode. Most of them are scans of text. */
const slowFilters: ReadonlySet<string> = new Set(['JPXDecode', 'JBIG2Decode']);
/** `FPDFBitmap_BGRA` */
const blueGreenRedAlpha = 4;
/** Filters that only encode bytes as text. */
const textFilters: ReadonlySet<string> = new Set(['ASCII85Decode', 'ASCIIHexDecode', 'A85', 'AHx']);

/** A picture on a page open in PDFium. */
export interface PageImage {
  /** PDFium addresses. */
  page: number;
  object: number;
  width: number;
  height: number;
  /** From the unit square, whose y grows upwards, to the page, whose y grows downwards. */
  toPage: Matrix;
}

const longestFilter = 32;
const mostFilters = 8;

const filtersOf = (pdfium: Pdfium, object: number): string[] => {
  const { calls } = pdfium;
  const count = Math.min(mostFilters, Math.max(0, calls.FPDFImageObj_GetImageFilterCount(object)));
  return Array.from({ length: count }, (_, index) => {
    const name = pdfium.bytes((at, length) => calls.FPDFImageObj_GetImageFilter(object, index, at, length), longestFilter);
    return Buffer.from(name ?? [])
      .toString('latin1')
      .replaceAll('\0', '');
  });
};

function hasTooManyScans(jpeg: Uint8Array): boolean {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0 && scans <= mostScans; at = jpeg.indexOf(0xff, at + 1)) if (jpeg[at + 1] === 0xda) scans += 1;
  return scans > mostScans;
}

/** Renders a picture upright with its mask, as blue, green, red, alpha. `undefined` if PDFium fails. */
function drawn(pdfium: Pdfium, { page, object }: PageImage, width: number, height: number): Pixels | undefined {
  const { calls, document } = pdfium;
  calls.FPDFImageObj_SetMatrix(object, width, 0, 0, height, 0, 0);
  const bitmap = calls.FPDFImageObj_GetRenderedBitmap(document, page, object);
  if (bitmap === 0) return undefined;
  try {
    const isAsAsked = calls.FPDFBitmap_GetWidth(bitmap) === width && calls.FPDFBitmap_GetHeight(bitmap) === height;
    const isPlain = calls.FPDFBitmap_GetFormat(bitmap) === blueGreenRedAlpha && calls.FPDFBitmap_GetStride(bitmap) === width * 4;
    if (!isAsAsked || !isPlain) return undefined;
    return { width, height, bytes: pdfium.copyOf(calls.FPDFBitmap_GetBuffer(bitmap), width * height * 4) };
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}

const isOpaque = ({ bytes }: Pixels): boolean => {
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 255) return false;
  return true;
};

/** Returns how a picture lies on its page: whether it is turned by a quarter, and mirrored. */
export function lieOf([a, b, c, d]: Matrix): { isTurned: boolean; mirrorsX: boolean; mirrorsY: boolean } {
  const isTurned = Math.abs(b) > Math.abs(a);
  return isTurned ? { isTurned, mirrorsX: c > 0, mirrorsY: b < 0 } : { isTurned, mirrorsX: a < 0, mirrorsY: d > 0 };
}

/** Rearranges pixels as they are seen on the page: red, green, blue, alpha. */
function asSeen({ width, height, bytes }: Pixels, matrix: Matrix): Pixels {
  const { isTurned, mirrorsX, mirrorsY } = lieOf(matrix);
  const [seenWidth, seenHeight] = isTurned ? [height, width] : [width, height];
  const seen = new Uint8Array(bytes.length);
  for (let y = 0; y < seenHeight; y += 1)
    for (let x = 0; x < seenWidth; x += 1) {
      const [column, row] = [mirrorsX ? seenWidth - 1 - x : x, mirrorsY ? seenHeight - 1 - y : y];
      const from = 4 * (isTurned ? column * width + row : row * width + column);
      const to = 4 * (y * seenWidth + x);
      seen[to] = bytes[from + 2] ?? 0;
      seen[to + 1] = bytes[from + 1] ?? 0;
      seen[to + 2] = bytes[from] ?? 0;
      seen[to + 3] = bytes[from + 3] ?? 0;
    }
  return { width: seenWidth, height: seenHeight, bytes: seen };
}

/** Returns the stored JPEG if it can be used unchanged: upright, in plain colours, without a mask. */
function jpegOf(pdfium: Pdfium, image: PageImage, raw: Uint8Array<ArrayBuffer>, colourSpace: number): Uint8Array<ArrayBuffer> | undefined {
  const { isTurned, mirrorsX, mirrorsY } = lieOf(image.toPage);
  if (isTurned || mirrorsX || mirrorsY || pdfium.hasDecode || !plainColourSpaces.has(colourSpace)) return undefined;
  const jpeg = plainJpeg(raw);
  const small = jpeg && drawn(pdfium, image, smallDrawing, smallDrawing);
  return small && isOpaque(small) ? jpeg : undefined;
}

/**
 * Returns the file of a picture: its stored JPEG, or a PNG of what is seen.
 *
 * @param raw - Its bytes as stored in the file.
 */
export function pictureBytes(pdfium: Pdfium, image: PageImage, raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | PictureProblem {
  const { width, height } = image;
  if (width * height > pictureSizes.pixels || pdfium.hasLargeMask) return 'too-large';
  const filters = filtersOf(pdfium, image.object).filter((filter) => !textFilters.has(filter));
  // Nested formats can unpack to any size.
  if (filters.length > 1 || filters.some((filter) => slowFilters.has(filter))) return 'format';
  const isJpeg = filters[0] === 'DCTDecode' || filters[0] === 'DCT';
  if (isJpeg && hasTooManyScans(raw)) return 'damaged';
  const metadata = pdfium.metadataOf(image.page, image.object);
  if (width * height > mostPixelsOf(metadata)) return 'too-large';
  const jpeg = isJpeg ? jpegOf(pdfium, image, raw, metadata.colourSpace) : undefined;
  if (jpeg) return jpeg;
  const scale = Math.min(1, pictureSizes.longestSide / Math.max(width, height));
  const pixels = drawn(pdfium, image, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  return pixels ? pngOf(asSeen(pixels, image.toPage)) : 'damaged';
}
