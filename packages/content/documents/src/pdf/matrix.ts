/** An affine map as PDF writes it: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const matrixOf = (values: readonly number[]): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
};

/** Applies `inner`, then `outer`. */
export const combined = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

/** In points from the left and top edge of the page. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the bounding box of a mapped rectangle. */
export function boxOf(matrix: Matrix, [x, y, right, top]: readonly [number, number, number, number]): Box {
  const corners = [
    [x, y],
    [right, y],
    [x, top],
    [right, top],
  ].map(([u = 0, v = 0]) => [matrix[0] * u + matrix[2] * v + matrix[4], matrix[1] * u + matrix[3] * v + matrix[5]] as const);
  const xs = corners.map(([each]) => each);
  const ys = corners.map(([, each]) => each);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** In points. */
export interface PageSize {
  width: number;
  height: number;
}

/** Maps a point to the page turned until text is upright. `turns` counts the text's quarter turns clockwise. */
export const turned = (x: number, y: number, turns: number, { width, height }: PageSize): [number, number] => {
  if (turns === 1) return [y, width - x];
  if (turns === 2) return [width - x, height - y];
  return turns === 3 ? [height - y, x] : [x, y];
};
