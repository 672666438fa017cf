import type { Passage, Source } from '@lectern/contracts';
import { placeOf } from '../../text/pointers.ts';

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
  tokens: number;
  /** The first and the last slide or paragraph in it. */
  from: number;
  to: number;
}

/** A passage as JSON lines for the model. Angle brackets are escaped, so that no slide can close the tag around the material. */
function linesOf(passage: Passage, number: number, mostTokens: number): string[] {
  const { pointer, kind, text } = passage;
  const line = (piece: string): string =>
    JSON.stringify({
      n: number,
      kind,
      ...(pointer.kind === 'slide' ? { slide: pointer.slide, part: pointer.part } : { paragraph: pointer.paragraph }),
      text: piece,
    })
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e');
  const whole = line(text);
  if (estimateTokens(whole) <= mostTokens) return [whole];
  // A passage of megabytes is cut at spaces. Each piece has the passage's number.
  const pieces: string[] = [];
  const size = Math.max(200, Math.floor(mostTokens / 2));
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + size);
    const end = from + size >= text.length ? text.length : space > from + size / 2 ? space : from + size;
    pieces.push(line(text.slice(from, end).trim().toWellFormed()));
    from = end;
  }
  return pieces;
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
      open.to = group.to;
    } else {
      if (open) parts.push(open);
      open = group;
    }
    group = undefined;
  };
  source.passages.forEach((passage, index) => {
    if (!only(passage)) return;
    const place = placeOf(passage.pointer);
    for (const line of linesOf(passage, index + 1, mostTokens)) {
      const tokens = estimateTokens(line) + 1;
      if (group && (group.to !== place || group.tokens + tokens > mostTokens)) close();
      if (group) {
        group.lines.push(line);
        group.tokens += tokens;
      } else group = { lines: [line], tokens, from: place, to: place };
    }
  });
  close();
  if (open) parts.push(open);
  return parts;
}

/** Two halves of a part, for a model that reads less than its settings say; `undefined` where the part is one line. */
export function halvesOf(part: Part): [Part, Part] | undefined {
  if (part.lines.length < 2) return undefined;
  const middle = Math.ceil(part.lines.length / 2);
  const half = (lines: string[]): Part => {
    const places = lines.map((line) => {
      const { slide, paragraph } = JSON.parse(line) as { slide?: number; paragraph?: number };
      return slide ?? paragraph ?? 0;
    });
    return {
      lines,
      tokens: lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0),
      from: Math.min(...places),
      to: Math.max(...places),
    };
  };
  return [half(part.lines.slice(0, middle)), half(part.lines.slice(middle))];
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
