import { matrixOf, type Matrix, type PageSize } from '../matrix.ts';
import type { Pdfium } from '../drawing/Pdfium.ts';

/** The side of a square onto which PDFium maps a page. It answers in whole numbers. */
const precision = 1_000_000;
/** The distance of two points in a page's own coordinates, from which the map is measured. */
const distance = 1_000;

/**
 * Returns the map from a page's own coordinates to a picture of it, which depends on its rotation and its crop box.
 *
 * @param size - Of the picture.
 */
export function pageMap(pdfium: Pdfium, page: number, { width, height }: PageSize): Matrix {
  const { calls } = pdfium;
  const at = (x: number, y: number): readonly [x: number, y: number] => {
    const toDevice = (left = 0, top = 0): boolean => calls.FPDF_PageToDevice(page, 0, 0, precision, precision, 0, x, y, left, top);
    const [left = 0, top = 0] = pdfium.numbers(2, toDevice, 'signed') ?? [];
    return [(left / precision) * width, (top / precision) * height];
  };
  const [origin, right, up] = [at(0, 0), at(distance, 0), at(0, distance)];
  return matrixOf([
    (right[0] - origin[0]) / distance,
    (right[1] - origin[1]) / distance,
    (up[0] - origin[0]) / distance,
    (up[1] - origin[1]) / distance,
    ...origin,
  ]);
}
