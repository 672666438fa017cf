import { placeOf, type Passage, type Source } from '@lectern/contracts';
import { onceFor } from '../../text/onceFor.ts';
import { shownPlace } from '../../text/pointers.ts';
import { fold, wordCount } from '../../text/words.ts';

/**
 * Estimates the tokens of a text, rather too many than too few: a letter of a script without spaces is up to one and a half tokens, three
 * Latin characters are one.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x24f) dense += 1;
  return Math.ceil(dense * 1.5 + (text.length - dense) / 3);
}

/** A part of a source that one call reads. */
export interface Part {
  lines: string[];
  /** The slide, or the paragraph in the whole source, of each line. */
  places: number[];
  tokens: number;
  /** Words of the material in it. */
  words: number;
}

/** A line of the material: a passage, a piece of a long one, or rows of a table. */
interface Line {
  json: string;
  place: number;
  words: number;
}

/** Angle brackets are escaped, so that no slide can close the tag around the material. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');

/** The place as a learner knows it: the model may name it. */
const placeFields = ({ pointer }: Passage) => {
  const { kind, number } = shownPlace(pointer);
  const heading = pointer.kind === 'text' ? pointer.section?.heading : undefined;
  return { ...(heading !== undefined && { heading }), [kind]: number, ...(pointer.kind === 'slide' && { part: pointer.part }) };
};

/** A passage as lines for the model. A passage of megabytes is cut at spaces; each piece has the passage's number. */
function linesOfPassage(passage: Passage, number: number, mostTokens: number): Line[] {
  const { kind, text, pointer } = passage;
  const line = (piece: string): Line => ({
    json: jsonOf({ n: number, kind, ...placeFields(passage), text: piece }),
    place: placeOf(pointer),
    words: wordCount(piece),
  });
  const whole = line(text);
  if (estimateTokens(whole.json) <= mostTokens) return [whole];
  const pieces: Line[] = [];
  const size = Math.max(200, Math.floor(mostTokens / 2));
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + size);
    const end = from + size >= text.length ? text.length : space > from + size / 2 ? space : from + size;
    pieces.push(line(text.slice(from, end).trim().toWellFormed()));
    from = end;
  }
  return pieces;
}

/** A row of a table, with the number of its passage. */
interface Row {
  passage: Passage;
  number: number;
}

/** Rows of a table on one line at most, so that a line always fits a part. */
const mostRows = 40;

/** A table as one line, a long one as several. */
function linesOfTable(rows: readonly Row[], mostTokens: number): Line[] {
  const [first] = rows;
  if (!first) return [];
  const json = jsonOf({
    kind: 'table',
    ...placeFields(first.passage),
    rows: rows.map(({ passage, number }) => ({ n: number, cells: passage.cells ?? [passage.text] })),
  });
  if (rows.length > mostRows || (rows.length > 1 && estimateTokens(json) > mostTokens)) {
    const middle = Math.ceil(rows.length / 2);
    return [...linesOfTable(rows.slice(0, middle), mostTokens), ...linesOfTable(rows.slice(middle), mostTokens)];
  }
  if (estimateTokens(json) > mostTokens) return linesOfPassage(first.passage, first.number, mostTokens);
  return [{ json, place: placeOf(first.passage.pointer), words: rows.reduce((sum, { passage }) => sum + wordCount(passage.text), 0) }];
}

/** A repeated line of so many words says nothing new. Shorter ones may belong to different headings. */
const fewestRepeatedWords = 4;
/** A line on so many slides is a footer. */
const footerPlaces = 4;

/** The passages that a model is not shown: symbols alone, and what an earlier passage has said in the same words. */
const leftOut = onceFor(({ passages }) => {
  const places = new Map<string, Set<number>>();
  for (const { text, pointer } of passages) places.set(fold(text), (places.get(fold(text)) ?? new Set()).add(placeOf(pointer)));
  const seen = new Set<string>();
  return new Set(
    passages.filter(({ kind, text }) => {
      const key = fold(text);
      if (key === '') return true;
      const isRepeat = seen.has(key) && (wordCount(text) >= fewestRepeatedWords || (places.get(key)?.size ?? 0) >= footerPlaces);
      seen.add(key);
      return isRepeat && kind !== 'title' && kind !== 'row';
    }),
  );
});

/** The lines of a source, in its order. The rows of a table stand together. */
function linesOf(source: Source, mostTokens: number, only: (passage: Passage) => boolean): Line[] {
  const lines: Line[] = [];
  let rows: Row[] = [];
  const closeTable = (): void => {
    lines.push(...linesOfTable(rows, mostTokens));
    rows = [];
  };
  const unseen = leftOut(source);
  for (const [index, passage] of source.passages.entries()) {
    if (!only(passage) || unseen.has(passage)) continue;
    const isRow = passage.kind === 'row' && passage.table !== undefined;
    if (!isRow || rows[0]?.passage.table !== passage.table) closeTable();
    if (isRow) rows.push({ passage, number: index + 1 });
    else lines.push(...linesOfPassage(passage, index + 1, mostTokens));
  }
  closeTable();
  return lines;
}

/** Cuts a source into parts of at most `mostTokens`, between slides or paragraphs wherever these are small enough. */
export function partsOf(source: Source, mostTokens: number, only: (passage: Passage) => boolean = () => true): Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  let group: Part | undefined;
  const close = (): void => {
    if (!group) return;
    if (open && open.tokens + group.tokens <= mostTokens) {
      open.lines.push(...group.lines);
      open.tokens += group.tokens;
      open.words += group.words;
      open.places.push(...group.places);
    } else {
      if (open) parts.push(open);
      open = group;
    }
    group = undefined;
  };
  for (const { json, place, words } of linesOf(source, mostTokens, only)) {
    const tokens = estimateTokens(json) + 1;
    if (group && (group.places.at(-1) !== place || group.tokens + tokens > mostTokens)) close();
    if (group) {
      group.lines.push(json);
      group.places.push(place);
      group.tokens += tokens;
      group.words += words;
    } else group = { lines: [json], places: [place], tokens, words };
  }
  close();
  if (open) parts.push(open);
  return parts;
}

/** Two halves of a part, for a model that reads less than its settings say; `undefined` where the part is one line. */
export function halvesOf(part: Part): [Part, Part] | undefined {
  if (part.lines.length < 2) return undefined;
  const middle = Math.ceil(part.lines.length / 2);
  const half = (from: number, to?: number): Part => {
    const lines = part.lines.slice(from, to);
    return {
      lines,
      places: part.places.slice(from, to),
      tokens: lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0),
      words: Math.round((part.words * lines.length) / part.lines.length),
    };
  };
  return [half(0, middle), half(middle)];
}

/** The user message with a part of the material. */
export const messageOf = (source: Source, part: Part): string =>
  `<material title=${JSON.stringify(source.title).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')} language="${source.language}">\n${part.lines.join('\n')}\n</material>`;

/**
 * How many of `count` items each part gives, by its share of the material. With more parts than items, the parts that give one are spread
 * evenly.
 */
export function quotasOf(parts: Part[], count: number): number[] {
  const all = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  let told = 0;
  let given = 0;
  return parts.map(({ tokens }, index) => {
    told += tokens;
    const due = index === parts.length - 1 ? count : Math.round((count * told) / all);
    const quota = due - given;
    given = due;
    return quota;
  });
}
