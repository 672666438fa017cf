/** A stretch of a page's letters: the index of its first letter, and of the one after its last. */
export type Stretch = readonly [start: number, end: number];

export interface FoundLetters {
  stretches: Stretch[];
  /** How many letters of the passage were found. */
  found: number;
  /** The index in the passage after its last found letter. */
  end: number;
}

/** Shortest piece that is looked up alone. Shorter ones occur by chance. */
export const leastLetters = 8;
/** The limits per passage: failed lookups, and stretches. */
const [mostFailures, mostStretches] = [40, 40];

/** Returns the position of `piece`, preferably after `cursor`. */
const placeOf = (letters: string, piece: string, cursor: number): number => {
  const after = letters.indexOf(piece, cursor);
  return after < 0 ? letters.indexOf(piece) : after;
};

const equalLength = (passage: string, at: number, letters: string, place: number): number => {
  let length = 0;
  while (at + length < passage.length && passage[at + length] === letters[place + length]) length += 1;
  return length;
};

/**
 * Finds the letters of a passage on a page: all in one stretch, or in several, because layouts interleave columns and cells, and pages end
 * within paragraphs.
 *
 * @param cursor - Where the passage is expected to start; it may also start earlier.
 */
export function findLetters(passage: string, letters: string, cursor: number): FoundLetters {
  const whole = passage === '' ? -1 : placeOf(letters, passage, cursor);
  if (whole >= 0) return { stretches: [[whole, whole + passage.length]], found: passage.length, end: passage.length };
  const result: FoundLetters = { stretches: [], found: 0, end: 0 };
  let [at, place, failures] = [0, cursor, 0];
  while (at + leastLetters <= passage.length && failures < mostFailures && result.stretches.length < mostStretches) {
    const start = placeOf(letters, passage.slice(at, at + leastLetters), place);
    if (start < 0) {
      failures += 1;
      at += leastLetters / 2;
      continue;
    }
    const length = equalLength(passage, at, letters, start);
    result.stretches.push([start, start + length]);
    result.found += length;
    at += length;
    place = start + length;
    result.end = at;
  }
  return result;
}
