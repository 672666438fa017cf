import {
  byPlace,
  escapeMarkdown,
  isBeside,
  type Picture,
  pictureScheme,
  placeOf,
  type Pointer,
  sameDocument,
  type Source,
} from '@lectern/contracts/plain';
import { placeKey } from '../text/pointers.ts';
import { guidePhrasesFor } from './guidePhrases.ts';
import { guideStyles } from './guideStyles.ts';

export type PlacedPicture = Pick<Picture, 'id' | 'slide' | 'pointer' | 'alt'>;

/** A run of lines without a blank one. */
interface Block {
  /** Line index past the end. */
  end: number;
  /** Cited places, such as `slide 3` or `paragraph 12`. */
  places: ReadonlySet<string>;
  section: SectionKind;
}

/** `opening` is everything before the first topic; `gathered` sections list terms or questions of all topics. */
type SectionKind = 'opening' | 'topic' | 'gathered';

const reference = /\]\(#(slide|paragraph)-(\d{1,6})\)/g;
const gatheredParts = guideStyles.flatMap((style) => style.gatheredParts ?? []);

function blocksOf(lines: readonly string[], language: string): Block[] {
  const { glance, terms, review } = guidePhrasesFor(language).headings;
  const gathered = new Set([terms, review, ...gatheredParts]);
  const blocks: Block[] = [];
  let section: SectionKind = 'opening';
  let places = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const heading = /^#{2,3} (.*)/.exec(line)?.[1];
    if (heading !== undefined) section = heading === glance ? 'opening' : gathered.has(heading) ? 'gathered' : 'topic';
    for (const [, kind, number] of line.matchAll(reference)) places.add(`${kind} ${number}`);
    if (line.trim() !== '' && (lines[index + 1] ?? '').trim() === '') {
      blocks.push({ end: index + 1, places, section });
      places = new Set();
    }
  }
  return blocks;
}

/** For each place, the end of the last block that cites it, in sections of one kind. */
function lastBlocks(blocks: readonly Block[], kind: SectionKind): Map<string, number> {
  const ends = new Map<string, number>();
  for (const block of blocks) if (block.section === kind) for (const place of block.places) ends.set(place, block.end);
  return ends;
}

/** A cited place and the line after which its pictures go. */
interface CitedPlace {
  pointer: Pointer;
  end: number;
}

/** The places that the blocks cite, in source order. */
function citedPlaces(source: Source, ends: ReadonlyMap<string, number>): CitedPlace[] {
  const cited = new Map<string, CitedPlace>();
  for (const { pointer } of source.passages) {
    const end = ends.get(placeKey(pointer));
    if (end !== undefined && !cited.has(placeKey(pointer))) cited.set(placeKey(pointer), { pointer, end });
  }
  return [...cited.values()].sort((left, right) => placeOf(left.pointer) - placeOf(right.pointer));
}

/** Whether a picture comes from the document of a pointer. */
const isOfSame = ({ pointer: own }: PlacedPicture, pointer: Pointer): boolean =>
  own ? sameDocument(own, pointer) : pointer.kind === 'slide';

const numberOf = ({ slide, pointer }: PlacedPicture): number => (pointer ? placeOf(pointer) : slide);

/** The cited place closest to a picture, among those next to it. */
function nearest(picture: PlacedPicture, cited: readonly CitedPlace[]): CitedPlace | undefined {
  const distanceOf = ({ pointer }: CitedPlace): number => Math.abs(placeOf(pointer) - numberOf(picture));
  return cited.filter(({ pointer }) => isBeside(picture, pointer)).sort((left, right) => distanceOf(left) - distanceOf(right))[0];
}

/**
 * Inserts pictures into a guide: after the last topic block that cites the picture's slide, page or paragraph, else after the nearest
 * earlier place that is cited, else after the opening. Pictures of one place share a paragraph. The words stay as they are, so a checked
 * guide remains valid.
 *
 * @param markdown - From either engine: references look like `[3](#slide-3)` or `[p. 2](#paragraph-12)`, and parts have level-2 headings.
 * @param source - The source of the guide; its language selects the fixed headings.
 */
export function placePictures(markdown: string, pictures: readonly PlacedPicture[], source: Source): string {
  if (pictures.length === 0) return markdown;
  const lines = markdown.trimEnd().split('\n');
  const blocks = blocksOf(lines, source.language);
  const ofTopics = citedPlaces(source, lastBlocks(blocks, 'topic'));
  const ofOpening = citedPlaces(source, lastBlocks(blocks, 'opening'));
  const openingEnd = blocks.findLast(({ section }) => section === 'opening')?.end ?? lines.length;
  const endFor = (picture: PlacedPicture): number => {
    const before = ofTopics.findLast(({ pointer }) => isOfSame(picture, pointer) && placeOf(pointer) < numberOf(picture));
    return (nearest(picture, ofTopics) ?? nearest(picture, ofOpening) ?? before)?.end ?? openingEnd;
  };

  const byPlaces = Map.groupBy(pictures.toSorted(byPlace), (picture) =>
    picture.pointer ? placeKey(picture.pointer) : `slide ${picture.slide}`,
  );
  const placed = new Map<number, string[]>();
  for (const [first, ...others] of byPlaces.values()) {
    if (!first) continue;
    const written = [first, ...others].map(({ id, alt }) => `![${escapeMarkdown(alt)}](${pictureScheme}${id})`).join('\n');
    const end = endFor(first);
    placed.set(end, [...(placed.get(end) ?? []), written]);
  }
  const written = lines.flatMap((line, index) => [line, ...(placed.get(index + 1) ?? []).flatMap((paragraph) => ['', paragraph])]);
  return `${written.join('\n')}\n`;
}
