import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { memoiseBySource } from '../text/memoise.ts';
import { pointerKey } from '../text/pointers.ts';
import { teachingPassages } from './neighbours.ts';

/** Slide titles by number, headings above paragraphs by pointer, and the last heading. */
const headings = memoiseBySource((source) => {
  const slides = new Map<number, string>();
  const paragraphs = new Map<string, string>();
  let last = '';
  for (const { kind, pointer, text } of source.passages) {
    if (kind === 'title') last = text;
    if (kind === 'title' && !slides.has(placeOf(pointer))) slides.set(placeOf(pointer), text);
    if (!paragraphs.has(pointerKey(pointer))) paragraphs.set(pointerKey(pointer), last);
  }
  return { slides, paragraphs, last };
});

/** The title of a slide, or the heading above a paragraph; empty if there is none. */
export function headingOf(source: Source, pointer: Pointer): string {
  const { slides, paragraphs, last } = headings(source);
  return pointer.kind === 'slide' ? (slides.get(pointer.slide) ?? '') : (paragraphs.get(pointerKey(pointer)) ?? last);
}

/** Lists do not cross sections: a part of a slide, or a whole text. */
const sectionOf = (pointer: Pointer): string => (pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}` : 'text');

/** The passages of each section, and the index of each passage in its section. */
const sections = memoiseBySource((source) => {
  const bySection = Map.groupBy(
    [...teachingPassages(source).values()].flat().filter(({ pointer }) => pointer.kind === 'slide'),
    ({ pointer }) => sectionOf(pointer),
  );
  bySection.set('text', source.passages);
  const indexes = new Map<string, number>();
  for (const [section, passages] of bySection)
    for (const [index, { pointer }] of passages.entries())
      if (sectionOf(pointer) === section && !indexes.has(pointerKey(pointer))) indexes.set(pointerKey(pointer), index);
  return { bySection, indexes };
});

/** How many passages on either side of an item are searched for its list. */
const maxItemsAround = 500;

export interface ListAround {
  /** The line above the list; falls back to the heading of the place. */
  heading: string;
  /** The other items of the same slide, part and level. */
  others: readonly Passage[];
}

export function listAround(source: Source, passage: Passage): ListAround {
  const { pointer } = passage;
  const { bySection, indexes } = sections(source);
  const section = bySection.get(sectionOf(pointer)) ?? [];
  const at = indexes.get(pointerKey(pointer)) ?? -1;
  const endsList = (other: Passage): boolean =>
    other.level < passage.level || other.kind === 'title' || /^[:：]$/.test(other.text.trimEnd().slice(-1));
  const isPoint = (other: Passage): boolean => other.level === passage.level && other.kind === passage.kind;

  const before = section.slice(Math.max(0, at - maxItemsAround), Math.max(0, at)).toReversed();
  const after = section.slice(at + 1, at + maxItemsAround);
  const headIndex = before.findIndex(endsList);
  const endIndex = after.findIndex(endsList);
  const heading = before[headIndex]?.text ?? '';
  return {
    heading: heading === '' ? headingOf(source, pointer) : heading,
    others: [...before.slice(0, headIndex < 0 ? undefined : headIndex), ...after.slice(0, endIndex < 0 ? undefined : endIndex)].filter(
      isPoint,
    ),
  };
}

const tableHeaders = memoiseBySource(
  ({ passages }) =>
    new Map(passages.flatMap(({ table, row, text }) => (table !== undefined && row === 0 ? [[table, text] as const] : [])).reverse()),
);

/** The context of a passage: table header and first cell for a row, list heading for a bullet; otherwise empty. */
export function frameOfPassage(source: Source, passage: Passage): string {
  if (passage.kind === 'row')
    return `${passage.table === undefined ? '' : (tableHeaders(source).get(passage.table) ?? '')}\n${passage.cells?.[0] ?? ''}`;
  return passage.kind === 'bullet' ? listAround(source, passage).heading : '';
}
