import { pictureScheme, type Picture } from '@lectern/contracts';
import { escapeMarkdown } from '../text/escapeMarkdown.ts';
import { guidePhrasesFor } from './guidePhrases.ts';

/** A picture to place. */
export type PlacedPicture = Pick<Picture, 'id' | 'slide' | 'alt'>;

/** Lines of a guide between two blank ones. */
interface Block {
  /** The index of the line after its last one. */
  end: number;
  slides: ReadonlySet<number>;
  room: Room;
}

/** What a part of a guide is: what stands before the first part, a part by topic, or a part that gathers terms or questions. */
type Room = 'opening' | 'topic' | 'gathered';

const reference = /\]\(#slide-(\d{1,5})\)/g;
/** Parts of the Cornell form that gather what its notes say. */
const gatheredInCornell = ['Cues', 'Summary'];

function blocksOf(lines: readonly string[], language: string): Block[] {
  const { terms, review } = guidePhrasesFor(language).headings;
  const gathered = new Set([terms, review, ...gatheredInCornell].map((heading) => `## ${heading}`));
  const blocks: Block[] = [];
  let room: Room = 'opening';
  let slides = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) room = gathered.has(line) ? 'gathered' : 'topic';
    for (const [, slide] of line.matchAll(reference)) slides.add(Number(slide));
    if (line.trim() !== '' && (lines[index + 1] ?? '').trim() === '') {
      blocks.push({ end: index + 1, slides, room });
      slides = new Set();
    }
  }
  return blocks;
}

/** The last block of each room that cites a slide, by slide. */
function lastBlocks(blocks: readonly Block[], room: Room): Map<number, number> {
  const ends = new Map<number, number>();
  for (const block of blocks) if (block.room === room) for (const slide of block.slides) ends.set(slide, block.end);
  return ends;
}

/**
 * A guide with the pictures of its slides, each where the guide tells of its slide: behind the last block of a topic that cites the slide, else
 * behind what cites the nearest slide before it, else behind the opening. The guide's words stay as they are, so that a checked guide stays
 * checked. Pictures of one slide stand in one paragraph.
 *
 * @param markdown - As either engine writes it: references are `[3](#slide-3)`, and parts have headings of level 2.
 * @param language - Of the guide's own words.
 */
export function placePictures(markdown: string, pictures: readonly PlacedPicture[], language: string): string {
  if (pictures.length === 0) return markdown;
  const lines = markdown.trimEnd().split('\n');
  const blocks = blocksOf(lines, language);
  const ofTopics = lastBlocks(blocks, 'topic');
  const ofOpening = lastBlocks(blocks, 'opening');
  const cited = [...ofTopics.keys()].sort((left, right) => left - right);
  const openingEnd = blocks.findLast(({ room }) => room === 'opening')?.end ?? lines.length;
  const endFor = (slide: number): number => {
    const before = cited.findLast((each) => each < slide);
    return ofTopics.get(slide) ?? ofOpening.get(slide) ?? (before === undefined ? openingEnd : (ofTopics.get(before) ?? openingEnd));
  };

  const bySlide = Map.groupBy(pictures, ({ slide }) => slide);
  const placed = new Map<number, string[]>();
  for (const slide of [...bySlide.keys()].sort((left, right) => left - right)) {
    const written = (bySlide.get(slide) ?? []).map(({ id, alt }) => `![${escapeMarkdown(alt)}](${pictureScheme}${id})`).join('\n');
    const end = endFor(slide);
    placed.set(end, [...(placed.get(end) ?? []), written]);
  }
  const written = lines.flatMap((line, index) => [line, ...(placed.get(index + 1) ?? []).flatMap((paragraph) => ['', paragraph])]);
  return `${written.join('\n')}\n`;
}
