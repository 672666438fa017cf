import { type Citation, type Passage, placeOf, type Source } from '@lectern/contracts';
import { memoiseBySource } from '../../text/memoise.ts';
import { passageAt, shownPlace } from '../../text/pointers.ts';
import { fold, wordCount } from '../../text/words.ts';

/** Counts characters beyond Latin Extended-B, which take more tokens. */
function denseCharacters(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x24f) dense += 1;
  return dense;
}

/** Estimates tokens, erring on the high side: 1.5 per letter of an unspaced script, one per three Latin characters. */
export function estimateTokens(text: string): number {
  const dense = denseCharacters(text);
  return Math.ceil(dense * 1.5 + (text.length - dense) / 3);
}

/** A typical token count. A server that reports far fewer has truncated the text. */
export function likelyTokens(text: string): number {
  const dense = denseCharacters(text);
  return Math.ceil(dense * 0.7 + (text.length - dense) / 4);
}

/** A passage, or a piece of a long one. */
interface Line {
  /** Starts with the number of its passage. */
  text: string;
  /** The slide, or the paragraph of the source. */
  place: number;
  /** The line above it that names its place; empty if not needed. */
  label: string;
  words: number;
  tokens: number;
}

/** The part of a source for one call. */
export interface Part {
  lines: Line[];
  tokens: number;
}

export const emptyPart: Part = { lines: [], tokens: 0 };

/** Puts text on one line and defuses anything that could close the surrounding tag. */
const dataOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<(?=[\s/]*(?:material|refused|question|sections)\b)/gi, '‹')
    .trim()
    .toWellFormed();

/** Names the place of a passage: slide and part, page, or heading. Paragraphs are numbered already. */
function labelOf({ pointer, kind }: Passage): string {
  const { kind: place, number } = shownPlace(pointer);
  const heading = pointer.kind === 'text' ? pointer.section?.heading : undefined;
  const part = kind === 'row' ? 'table' : pointer.kind === 'slide' && pointer.part !== 'body' ? pointer.part : undefined;
  const named = [heading && dataOf(heading), place === 'paragraph' ? undefined : `${place} ${number}`, part].filter(Boolean);
  return named.length === 0 ? '' : `-- ${named.join(', ')}`;
}

const labelTokens = 6;

/** Converts a passage to lines. A very long one is cut at spaces; each piece carries the passage number. */
function linesOfPassage(passage: Passage, number: number, maxTokens: number): Line[] {
  const text = dataOf(passage.cells?.join(' | ') ?? passage.text);
  const line = (piece: string): Line => ({
    text: `[${number}] ${piece}`,
    place: placeOf(passage.pointer),
    label: labelOf(passage),
    words: wordCount(piece),
    tokens: estimateTokens(piece) + 3,
  });
  const whole = line(text);
  if (whole.tokens <= maxTokens) return [whole];
  const pieces: Line[] = [];
  const size = Math.max(200, Math.floor(maxTokens / 2));
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + size);
    const end = from + size >= text.length ? text.length : space > from + size / 2 ? space : from + size;
    pieces.push(line(text.slice(from, end).trim().toWellFormed()));
    from = end;
  }
  return pieces;
}

/** Minimum number of words of a redundant repetition. Shorter ones may belong to different headings. */
const minRepeatedWords = 4;
/** A line on this many slides is a footer. */
const footerPlaces = 4;

/** Passages that are not shown to the model: symbols only, and repetitions of earlier passages. */
const leftOut = memoiseBySource(({ passages }) => {
  const places = new Map<string, Set<number>>();
  for (const { text, pointer } of passages) places.set(fold(text), (places.get(fold(text)) ?? new Set()).add(placeOf(pointer)));
  const seen = new Set<string>();
  return new Set(
    passages.filter(({ kind, text }) => {
      const key = fold(text);
      if (key === '') return true;
      const isRepeat = seen.has(key) && (wordCount(text) >= minRepeatedWords || (places.get(key)?.size ?? 0) >= footerPlaces);
      seen.add(key);
      return isRepeat && kind !== 'title' && kind !== 'row';
    }),
  );
});

const linesOf = (source: Source, maxTokens: number, only: (passage: Passage, index: number) => boolean): Line[] => {
  const unseen = leftOut(source);
  return source.passages.flatMap((passage, index) =>
    only(passage, index) && !unseen.has(passage) ? linesOfPassage(passage, index + 1, maxTokens) : [],
  );
};

const partOf = (lines: Line[]): Part => ({
  lines,
  tokens: lines.reduce((sum, { tokens, label }, index) => sum + tokens + (label === lines[index - 1]?.label ? 0 : labelTokens), 0),
});

/** Splits a source into parts of at most `maxTokens`, between slides or paragraphs if possible. */
export function partsOf(source: Source, maxTokens: number, only: (passage: Passage, index: number) => boolean = () => true): Part[] {
  const parts: Part[] = [];
  let open: Line[] = [];
  let group: Line[] = [];
  const close = (): void => {
    if (open.length > 0 && partOf([...open, ...group]).tokens > maxTokens) {
      parts.push(partOf(open));
      open = [];
    }
    open.push(...group);
    group = [];
  };
  for (const line of linesOf(source, maxTokens - labelTokens, only)) {
    if (group.length > 0 && (group.at(-1)?.place !== line.place || partOf([...group, line]).tokens > maxTokens)) close();
    group.push(line);
  }
  close();
  if (open.length > 0) parts.push(partOf(open));
  return parts;
}

/** Halves a part, for a model that reads less than configured; `undefined` for a single line. */
export function halvesOf({ lines }: Part): [Part, Part] | undefined {
  if (lines.length < 2) return undefined;
  const middle = Math.ceil(lines.length / 2);
  return [partOf(lines.slice(0, middle)), partOf(lines.slice(middle))];
}

/** The lines of a part with their labels. */
export const textOf = ({ lines }: Part): string =>
  lines.map(({ text, label }, index) => (label === '' || label === lines[index - 1]?.label ? text : `${label}\n${text}`)).join('\n');

/** The user message with a text of the material. */
export const messageOf = ({ title, language }: Source, text: string): string =>
  `<material title=${JSON.stringify(dataOf(title).replace(/[<>]/g, ' '))} language="${language}">\n${text}\n</material>`;

/** Distributes `count` items over the parts by size. With more parts than items, the parts that give one are spread evenly. */
export function quotasOf(parts: readonly Part[], count: number): number[] {
  const all = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  let tokensSoFar = 0;
  let given = 0;
  return parts.map(({ tokens }, index) => {
    tokensSoFar += tokens;
    const due = index === parts.length - 1 ? count : Math.round((count * tokensSoFar) / all);
    const quota = due - given;
    given = due;
    return quota;
  });
}

/** The cited passages of refused items, with as many neighbours as fit. */
export function partAbout(source: Source, cited: readonly Citation[], budget: number): Part {
  const places = new Set(cited.filter((citation) => passageAt(source, citation.pointer)).map(({ pointer }) => placeOf(pointer)));
  const isNear = (passage: Passage, reach: number): boolean =>
    places.size === 0 ||
    Array.from({ length: 2 * reach + 1 }, (_, step) => placeOf(passage.pointer) - reach + step).some((place) => places.has(place));
  for (const reach of [1, 0]) {
    const parts = partsOf(source, budget, (passage) => isNear(passage, reach));
    if (parts.length === 1 && parts[0]) return parts[0];
  }
  return partsOf(source, budget, (passage) => isNear(passage, 0))[0] ?? emptyPart;
}
