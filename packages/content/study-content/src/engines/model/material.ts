import { placeOf, type Passage, type Source } from '@lectern/contracts';
import { onceFor } from '../../text/onceFor.ts';
import { shownPlace } from '../../text/pointers.ts';
import { fold, wordCount } from '../../text/words.ts';

/** Characters of scripts without spaces, or with two bytes and more. */
function denseCharacters(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x24f) dense += 1;
  return dense;
}

/**
 * Estimates the tokens of a text, rather too many than too few: a letter of a script without spaces is up to one and a half tokens, three
 * Latin characters are one.
 */
export function estimateTokens(text: string): number {
  const dense = denseCharacters(text);
  return Math.ceil(dense * 1.5 + (text.length - dense) / 3);
}

/** The tokens that most models make of a text. A server that counts far fewer has cut it. */
export function likelyTokens(text: string): number {
  const dense = denseCharacters(text);
  return Math.ceil(dense * 0.7 + (text.length - dense) / 4);
}

/** A line of the material: a passage, or a piece of a long one. */
interface Line {
  /** With the number of its passage in front. */
  text: string;
  /** The slide, or the paragraph in the whole source. */
  place: number;
  /** Where it stands, as a line above it; empty where there is nothing to say. */
  label: string;
  words: number;
  tokens: number;
}

/** A part of a source that one call reads. */
export interface Part {
  lines: Line[];
  tokens: number;
}

/** A part of no lines. */
export const emptyPart: Part = { lines: [], tokens: 0 };

/** On one line, and without what could close the tag around the material. */
const dataOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<(?=[\s/]*(?:material|refused|question|sections)\b)/gi, '‹')
    .trim()
    .toWellFormed();

/** Where a passage stands, as a learner knows it: its slide with the part of it, its page, its heading. Paragraphs have numbers of their own. */
function labelOf({ pointer, kind }: Passage): string {
  const { kind: place, number } = shownPlace(pointer);
  const heading = pointer.kind === 'text' ? pointer.section?.heading : undefined;
  const part = kind === 'row' ? 'table' : pointer.kind === 'slide' && pointer.part !== 'body' ? pointer.part : undefined;
  const named = [heading && dataOf(heading), place === 'paragraph' ? undefined : `${place} ${number}`, part].filter(Boolean);
  return named.length === 0 ? '' : `-- ${named.join(', ')}`;
}

/** Tokens of the line above a group of passages. */
const labelTokens = 6;

/** A passage as lines for the model. A passage of megabytes is cut at spaces; each piece has the passage's number. */
function linesOfPassage(passage: Passage, number: number, mostTokens: number): Line[] {
  const text = dataOf(passage.cells?.join(' | ') ?? passage.text);
  const line = (piece: string): Line => ({
    text: `[${number}] ${piece}`,
    place: placeOf(passage.pointer),
    label: labelOf(passage),
    words: wordCount(piece),
    tokens: estimateTokens(piece) + 3,
  });
  const whole = line(text);
  if (whole.tokens <= mostTokens) return [whole];
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

/** The lines of a source, in its order. */
const linesOf = (source: Source, mostTokens: number, only: (passage: Passage, index: number) => boolean): Line[] => {
  const unseen = leftOut(source);
  return source.passages.flatMap((passage, index) =>
    only(passage, index) && !unseen.has(passage) ? linesOfPassage(passage, index + 1, mostTokens) : [],
  );
};

const partOf = (lines: Line[]): Part => ({
  lines,
  tokens: lines.reduce((sum, { tokens, label }, index) => sum + tokens + (label === lines[index - 1]?.label ? 0 : labelTokens), 0),
});

/** Cuts a source into parts of at most `mostTokens`, between slides or paragraphs wherever these are small enough. */
export function partsOf(source: Source, mostTokens: number, only: (passage: Passage, index: number) => boolean = () => true): Part[] {
  const parts: Part[] = [];
  let open: Line[] = [];
  let group: Line[] = [];
  const close = (): void => {
    if (open.length > 0 && partOf([...open, ...group]).tokens > mostTokens) {
      parts.push(partOf(open));
      open = [];
    }
    open.push(...group);
    group = [];
  };
  for (const line of linesOf(source, mostTokens - labelTokens, only)) {
    if (group.length > 0 && (group.at(-1)?.place !== line.place || partOf([...group, line]).tokens > mostTokens)) close();
    group.push(line);
  }
  close();
  if (open.length > 0) parts.push(partOf(open));
  return parts;
}

/** Two halves of a part, for a model that reads less than its settings say; `undefined` where the part is one line. */
export function halvesOf({ lines }: Part): [Part, Part] | undefined {
  if (lines.length < 2) return undefined;
  const middle = Math.ceil(lines.length / 2);
  return [partOf(lines.slice(0, middle)), partOf(lines.slice(middle))];
}

/** The lines of a part, below where they stand. */
export const textOf = ({ lines }: Part): string =>
  lines.map(({ text, label }, index) => (label === '' || label === lines[index - 1]?.label ? text : `${label}\n${text}`)).join('\n');

/** The user message with some text of the material. */
export const messageOf = ({ title, language }: Source, text: string): string =>
  `<material title=${JSON.stringify(dataOf(title).replace(/[<>]/g, ' '))} language="${language}">\n${text}\n</material>`;

/**
 * How many of `count` items each part gives, by its share of the material. With more parts than items, the parts that give one are spread
 * evenly.
 */
export function quotasOf(parts: readonly Part[], count: number): number[] {
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
