/** A rectangle: on a slide in fractions of its width and height, in a file in its units. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The position and size of a shape as its file has them; a group also has those of its content's coordinates. */
export interface Transform {
  own: Partial<Box>;
  inner: Partial<Box>;
}

const isWhole = ({ left, top, width, height }: Partial<Box>): boolean =>
  [left, top, width, height].every((value) => value !== undefined && Number.isFinite(value));

/** A box in the coordinates of a group's content, in the coordinates around the group. A group without coordinates changes nothing. */
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
 * Where a shape stands on its slide, in the units of the file; `undefined` if the file does not say, as for placeholders.
 *
 * @param groups - The groups around it, the innermost last.
 */
export const boxOf = ({ own }: Transform, groups: readonly Transform[]): Box | undefined =>
  isWhole(own) ? groups.reduceRight(outOfGroup, own as Box) : undefined;

/** A box in fractions of a slide. */
export const scaled = ({ left, top, width, height }: Box, slide: Pick<Box, 'width' | 'height'>): Box => ({
  left: left / slide.width,
  top: top / slide.height,
  width: width / slide.width,
  height: height / slide.height,
});
