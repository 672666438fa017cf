import type { Passage, Pointer } from '@lectern/contracts';
import { pieceLength } from './text/splitLong.ts';

/**
 * Maximum passages of a source; no lecture has as many. Without it, a million line breaks or a table of measurements would be expensive to
 * store and send.
 */
export const mostPassages = 20_000;

/** The unit in which paragraphs are counted: a slide's part, a page, or the whole text. */
const placeOf = (pointer: Pointer): string => {
  if (pointer.kind === 'text') return '';
  return pointer.kind === 'slide' ? `${pointer.slide} ${pointer.part}` : `page ${pointer.page}`;
};

/** Whether a paragraph may join the previous one. Slide titles stay apart. */
const joins = (last: Passage, next: Passage): boolean =>
  placeOf(last.pointer) === placeOf(next.pointer) &&
  !(last.kind === 'title' && last.pointer.kind === 'slide') &&
  last.text.length + next.text.length < pieceLength;

const numbered = (pointer: Pointer, paragraph: number, place: number): Pointer =>
  pointer.kind === 'page' ? { ...pointer, paragraph, place } : { ...pointer, paragraph };

/** The passages, and a map from original to new indexes. */
export interface LimitedPassages {
  passages: Passage[];
  indexOf: (given: number) => number;
}

/** Joins and renumbers short passages if there are too many. Every word is kept. */
export function joinPassages(passages: Passage[]): LimitedPassages {
  if (passages.length <= mostPassages) return { passages, indexOf: (given) => given };
  const joined: Passage[] = [];
  const indexes: number[] = [];
  const counts = new Map<string, number>();
  for (const { pointer, kind, text, language } of passages) {
    const last = joined.at(-1);
    if (last && joins(last, { pointer, kind, text, level: 0 })) {
      last.kind = 'paragraph';
      last.text += ` ${text}`;
      indexes.push(joined.length - 1);
      continue;
    }
    const paragraph = (counts.get(placeOf(pointer)) ?? 0) + 1;
    counts.set(placeOf(pointer), paragraph);
    indexes.push(joined.length);
    joined.push({
      pointer: numbered(pointer, paragraph, joined.length + 1),
      kind: kind === 'row' ? 'paragraph' : kind,
      level: 0,
      text,
      ...(language !== undefined && { language }),
    });
  }
  return { passages: joined, indexOf: (given) => indexes[given] ?? 0 };
}

export const limitPassages = (passages: Passage[]): Passage[] => joinPassages(passages).passages;
