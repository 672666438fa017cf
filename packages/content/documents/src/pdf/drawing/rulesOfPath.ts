import { boxOf, type Matrix } from '../matrix.ts';
import type { Rule } from '../ruledTables/Rule.ts';
import type { Pdfium } from './Pdfium.ts';

/** A path with more segments is a drawing. */
export const mostSegmentsOfPath = 2_000;
/** A wider line is an area. Points. */
const widestRule = 4;
/** A line that deviates more from its direction is slanted. Points. */
const slant = 0.7;
/** `FPDF_SEGMENT_*` */
const segmentKinds = { line: 0, curve: 1, move: 2 } as const;

type Point = readonly [x: number, y: number];

/** Returns the rule between two points; `undefined` if it is slanted. */
function ruleOf([x, y]: Point, [toX, toY]: Point): Rule | undefined {
  const [width, height] = [Math.abs(toX - x), Math.abs(toY - y)];
  if (width <= slant && height > width) return { isVertical: true, at: (x + toX) / 2, from: Math.min(y, toY), to: Math.max(y, toY) };
  if (height <= slant && width > height) return { isVertical: false, at: (y + toY) / 2, from: Math.min(x, toX), to: Math.max(x, toX) };
  return undefined;
}

/** Returns the rule that a thin filled area draws. */
function ruleOfArea(points: readonly Point[]): Rule | undefined {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [right - left, bottom - top];
  if (width <= widestRule && height > width) return { isVertical: true, at: (left + right) / 2, from: top, to: bottom };
  if (height <= widestRule && width > height) return { isVertical: false, at: (top + bottom) / 2, from: left, to: right };
  return undefined;
}

/** Splits a path into polylines in page coordinates. Drops those with curves. */
function partsOf(pdfium: Pdfium, path: number, toPage: Matrix, count: number): Point[][] {
  const { calls } = pdfium;
  const parts: Point[][] = [];
  let isCurved = false;
  const end = (): void => {
    if (isCurved) parts.pop();
    isCurved = false;
  };
  for (let index = 0; index < count; index += 1) {
    const segment = calls.FPDFPath_GetPathSegment(path, index);
    const kind = calls.FPDFPathSegment_GetType(segment);
    const point = pdfium.numbers(2, (x = 0, y = 0) => calls.FPDFPathSegment_GetPoint(segment, x, y));
    if (!point) continue;
    const [x = 0, y = 0] = point;
    const { left, top } = boxOf(toPage, [x, y, x, y]);
    if (kind === segmentKinds.move) {
      end();
      parts.push([[left, top]]);
    } else parts.at(-1)?.push([left, top]);
    isCurved ||= kind === segmentKinds.curve;
    const [first] = parts.at(-1) ?? [];
    if (first && calls.FPDFPathSegment_GetClose(segment)) parts.at(-1)?.push(first);
  }
  end();
  return parts;
}

const strokeWidthOf = (pdfium: Pdfium, path: number, [a, b]: Matrix): number =>
  (pdfium.numbers(1, (width = 0) => pdfium.calls.FPDFPageObj_GetStrokeWidth(path, width))?.[0] ?? 0) * Math.hypot(a, b);

/**
 * Returns the horizontal and vertical lines of a path: strokes, and filled areas as thin as a line.
 *
 * @param toPage - From path to page coordinates.
 * @param count - Number of segments.
 */
export function rulesOfPath(pdfium: Pdfium, path: number, toPage: Matrix, count: number): Rule[] {
  const { calls } = pdfium;
  const [isFilled = 0, isStroked = 0] =
    pdfium.numbers(2, (fill = 0, stroke = 0) => calls.FPDFPath_GetDrawMode(path, fill, stroke), 'integer') ?? [];
  if (isFilled === 0 && isStroked === 0) return [];
  const isLine = isStroked !== 0 && strokeWidthOf(pdfium, path, toPage) <= widestRule;
  return partsOf(pdfium, path, toPage, count).flatMap((points): Rule[] => {
    const area = isFilled === 0 ? undefined : ruleOfArea(points);
    if (area) return [area];
    return isLine ? points.slice(1).flatMap((point, index) => ruleOf(points[index] ?? point, point) ?? []) : [];
  });
}
