/** In fractions of a slide's width and height, or in the units of a file. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Position and size of a shape as its file has them. A group also has those of its inner coordinates. */
export interface Transform {
  own: Partial<Box>;
  inner: Partial<Box>;
}

const isWhole = ({ left, top, width, height }: Partial<Box>): boolean =>
  [left, top, width, height].every((value) => value !== undefined && Number.isFinite(value));

/** Maps a box from a group's inner coordinates to the outer ones. A group without coordinates changes nothing. */
function outOfGroup(box: Box, { own, inner }: Transform): Box {
  if (!isWhole(own) || !isWhole(inner) || !inner.width || !inner.height) return box;
  const [outer, content] = [own as Box, inner as Box];
  const [across, down] = [outer.width / content.width, outer.height / content.height];
  return {
    left: outer.left + (box.left - content.left) * across,
    top: outer.top + (box.top - content.top) * down,
    width: box.width * across,
    height: box.height * down,
  };
}

/**
 * Returns the position of a shape on its slide in file units; `undefined` if the file does not say, as for placeholders.
 *
 * @param groups - The enclosing groups, innermost last.
 */
export const boxOf = ({ own }: Transform, groups: readonly Transform[]): Box | undefined =>
  isWhole(own) ? groups.reduceRight(outOfGroup, own as Box) : undefined;

/** Converts a box to fractions of a slide. */
export const scaled = ({ left, top, width, height }: Box, slide: Pick<Box, 'width' | 'height'>): Box => ({
  left: left / slide.width,
  top: top / slide.height,
  width: width / slide.width,
  height: height / slide.height,
});
