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

/** A picture to place. */
export type PlacedPicture = Pick<Picture, 'id' | 'slide' | 'pointer' | 'alt'>;

/** Lines of a guide between two blank ones. */
interface Block {
  /** The index of the line after its last one. */
  end: number;
  /** What it cites: `slide 3`, `paragraph 12`. */
  places: ReadonlySet<string>;
  section: SectionKind;
}

/** The kind of a section of a guide: before the first heading, on a topic, or a list of terms or questions of all topics. */
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

/** The last block of the sections of a kind that cites a place, by place. */
function lastBlocks(blocks: readonly Block[], kind: SectionKind): Map<string, number> {
  const ends = new Map<string, number>();
  for (const block of blocks) if (block.section === kind) for (const place of block.places) ends.set(place, block.end);
  return ends;
}

/** A place of the source that a guide cites, and the line after which its pictures stand. */
interface CitedPlace {
  pointer: Pointer;
  end: number;
}

/** The places of the source that some blocks cite, in the order of the source. */
function citedPlaces(source: Source, ends: ReadonlyMap<string, number>): CitedPlace[] {
  const cited = new Map<string, CitedPlace>();
  for (const { pointer } of source.passages) {
    const end = ends.get(placeKey(pointer));
    if (end !== undefined && !cited.has(placeKey(pointer))) cited.set(placeKey(pointer), { pointer, end });
  }
  return [...cited.values()].sort((left, right) => placeOf(left.pointer) - placeOf(right.pointer));
}

/** Whether a place is in the deck or document of a picture. */
const isOfSame = ({ pointer: own }: PlacedPicture, pointer: Pointer): boolean =>
  own ? sameDocument(own, pointer) : pointer.kind === 'slide';

const numberOf = ({ slide, pointer }: PlacedPicture): number => (pointer ? placeOf(pointer) : slide);

/** The cited place beside a picture that is nearest to it; the last one where several are as near. */
function nearest(picture: PlacedPicture, cited: readonly CitedPlace[]): CitedPlace | undefined {
  const distanceOf = ({ pointer }: CitedPlace): number => Math.abs(placeOf(pointer) - numberOf(picture));
  return cited.filter(({ pointer }) => isBeside(picture, pointer)).sort((left, right) => distanceOf(left) - distanceOf(right))[0];
}

/**
 * A guide with its pictures, each where the guide tells of its slide, its page or its paragraph: behind the last block of a topic that cites it, else
 * behind what cites the nearest place before it, else behind the opening. The guide's words stay as they are, so that a checked guide stays
 * checked. Pictures of one place stand in one paragraph.
 *
 * @param markdown - As either engine writes it: references are `[3](#slide-3)` or `[p. 2](#paragraph-12)`, and parts have headings of level 2.
 * @param source - What the guide was made from. Its language is that of the guide's own words.
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
