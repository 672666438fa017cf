import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { onceFor } from '../text/onceFor.ts';
import { pointerKey } from '../text/pointers.ts';
import { teachingPassages } from './teachingPassages.ts';

/** Titles of slides by number, headings above paragraphs by pointer, and the last heading of the source. */
const headings = onceFor((source) => {
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

/** The title of a slide, or the heading above a paragraph; empty where there is none. */
export function headingOf(source: Source, pointer: Pointer): string {
  const { slides, paragraphs, last } = headings(source);
  return pointer.kind === 'slide' ? (slides.get(pointer.slide) ?? '') : (paragraphs.get(pointerKey(pointer)) ?? last);
}

/** A list does not go beyond its section: one part of a slide, or the whole of a text. */
const sectionOf = (pointer: Pointer): string => (pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}` : 'text');

/** The passages of each section, and the index of each pointer's passage in its section. */
const sections = onceFor((source) => {
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

/** Passages on either side of a point that are searched for the rest of its list. */
const longestList = 500;

/** A list around one of its points. */
export interface ListAround {
  /** The line above the list, else the heading of its place. */
  heading: string;
  /** The other points of the same slide, part and level. */
  others: readonly Passage[];
}

/** The list that a passage stands in. */
export function listAround(source: Source, passage: Passage): ListAround {
  const { pointer } = passage;
  const { bySection, indexes } = sections(source);
  const section = bySection.get(sectionOf(pointer)) ?? [];
  const at = indexes.get(pointerKey(pointer)) ?? -1;
  const endsList = (other: Passage): boolean =>
    other.level < passage.level || other.kind === 'title' || /^[:：]$/.test(other.text.trimEnd().slice(-1));
  const isPoint = (other: Passage): boolean => other.level === passage.level && other.kind === passage.kind;

  const before = section.slice(Math.max(0, at - longestList), Math.max(0, at)).toReversed();
  const after = section.slice(at + 1, at + longestList);
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

/** The first row of each table, by the table's number. */
const tableHeaders = onceFor(
  ({ passages }) =>
    new Map(passages.flatMap(({ table, row, text }) => (table !== undefined && row === 0 ? [[table, text] as const] : [])).reverse()),
);

/** What a passage has to be read with: a row with its header and first cell, a bullet with the heading of its list; else empty. */
export function frameOfPassage(source: Source, passage: Passage): string {
  if (passage.kind === 'row')
    return `${passage.table === undefined ? '' : (tableHeaders(source).get(passage.table) ?? '')}\n${passage.cells?.[0] ?? ''}`;
  return passage.kind === 'bullet' ? listAround(source, passage).heading : '';
}
