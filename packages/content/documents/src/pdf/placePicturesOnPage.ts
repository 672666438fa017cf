import type { FlowPicture } from '../pictures/SourcePictures.ts';
import type { DrawnPicture } from './drawing/PdfDrawing.ts';
import type { Line } from './readingOrder.ts';

/** The beginning of a caption: "Figure 3", "Fig. 3.2:", "Abb. 4". */
export const captionStart =
  /^(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|bild|photo|picture|chart|diagram|scheme|schema|plate|figura|gráfico|imagen|tab(?:le|elle|\.)?)\s*\p{L}?\d/iu;

/** Distance of a caption below or above its picture. Points. */
const captionBelow = 45;
const captionAbove = 25;
/** How far lines may overlap a picture. Points. */
const overlap = 4;

const isBesideColumn = ({ left, right }: Line, picture: DrawnPicture): boolean => left < picture.right && right > picture.left;

function captionOf(lines: readonly Line[], picture: DrawnPicture): Line | undefined {
  const captions = lines.filter(({ text }) => captionStart.test(text.trim()));
  const below = captions.find(({ baseline }) => baseline > picture.bottom - overlap && baseline < picture.bottom + captionBelow);
  return below ?? captions.findLast(({ baseline }) => baseline < picture.top + overlap && baseline > picture.top - captionAbove);
}

/**
 * Finds the line that a picture belongs to: its caption, else the one above it in its column, else the first one below, else the nearest.
 */
function lineFor(lines: readonly Line[], picture: DrawnPicture): Line | undefined {
  const inColumn = lines.filter((line) => isBesideColumn(line, picture)).sort((left, right) => left.baseline - right.baseline);
  const above = inColumn.findLast(({ baseline }) => baseline <= picture.top + overlap);
  const own = captionOf(inColumn, picture) ?? above ?? inColumn[0];
  if (own) return own;
  const middle = (picture.top + picture.bottom) / 2;
  return lines.toSorted((left, right) => Math.abs(left.baseline - middle) - Math.abs(right.baseline - middle))[0];
}

/** Assigns the pictures of a page to its lines. @returns the pictures if the page has no lines */
export function placePicturesOnPage(lines: readonly Line[], pictures: readonly DrawnPicture[], page: number): FlowPicture[] {
  const left: FlowPicture[] = [];
  for (const picture of pictures.toSorted((one, other) => one.top - other.top || one.left - other.left)) {
    const flow = { picture: picture.name, page, alt: picture.alt };
    const line = lineFor(lines, picture);
    if (line) line.pictures = [...(line.pictures ?? []), flow];
    else left.push(flow);
  }
  return left;
}
