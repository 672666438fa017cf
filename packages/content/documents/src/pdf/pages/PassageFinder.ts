import { pageLimits, type Passage } from '@lectern/contracts/plain';
import { findLetters, leastLetters, type FoundLetters, type Stretch } from './findLetters.ts';
import { lettersOf } from './letters.ts';

/** A passage to find: its words, and where it stands in the source. */
export type SoughtPassage = Pick<Passage, 'pointer' | 'text'>;

export interface FoundPassage {
  passage: SoughtPassage;
  /** Empty if its words were not found. */
  stretches: readonly Stretch[];
}

/** The share of a passage's letters that must be found. Symbols and formulas may be drawn in other letters. */
const leastShare = 0.5;
/** Passages of a document that are looked up in vain before the page counts as searched. */
const mostMisses = 30;
/** A short passage is only accepted this many letters after the one before it. */
const nearLetters = 300;
/** A paragraph that goes on overleaf ends this many letters before the end of the page's text: footnotes and footers follow. */
const lettersAtEnd = 600;

/** The share of a passage's letters after which nothing of it stands overleaf. */
const leastEnd = 0.95;

/** Returns the letters of a page without those of a found passage: each letter belongs to one. */
const withoutFound = (letters: string, stretches: readonly Stretch[]): string => {
  let rest = letters;
  for (const [start, end] of stretches) rest = rest.slice(0, start) + '\0'.repeat(end - start) + rest.slice(end);
  return rest;
};

const isShort = (passage: string): boolean => passage.length < leastLetters;

/** Finds the passages of one slide or page. */
function findOnPage(passages: readonly SoughtPassage[], letters: string): FoundPassage[] {
  let [cursor, rest] = [0, letters];
  return passages.map((passage) => {
    const own = lettersOf(passage.text);
    const { stretches, found } = findLetters(own, rest, cursor);
    if (found === 0 || found < leastShare * own.length) return { passage, stretches: [] };
    rest = withoutFound(rest, stretches);
    cursor = stretches.at(-1)?.[1] ?? cursor;
    return { passage, stretches };
  });
}

/** The next passage of a flowing text. */
interface Position {
  index: number;
  /** Letters of it that earlier pages show. */
  letters: number;
}

/** A found passage of a flowing text: where the next one is sought if this is the page's last. */
interface FlowPassage extends FoundPassage {
  next: Position;
  /** Letters found, and letters sought up to here. */
  found: number;
  sought: number;
}

/**
 * Finds the passages that each page shows.
 *
 * Slides and PDFs name their page in pointers. Word documents do not: their passages are sought in order, page by page.
 */
export class PassageFinder {
  private readonly byPage = new Map<number, SoughtPassage[]>();
  private readonly flow: readonly SoughtPassage[];
  private next: Position = { index: 0, letters: 0 };

  constructor(passages: readonly SoughtPassage[]) {
    this.flow = passages.filter(({ pointer }) => pointer.kind === 'text');
    for (const passage of passages) {
      const { pointer } = passage;
      if (pointer.kind === 'text') continue;
      const page = pointer.kind === 'slide' ? pointer.slide : pointer.page;
      const own = this.byPage.get(page) ?? [];
      if (own.length < pageLimits.passages) own.push(passage);
      this.byPage.set(page, own);
    }
  }

  /** Whether passages are sought in order, so that every page must be searched. */
  get isInOrder(): boolean {
    return this.flow.length > 0;
  }

  /** Returns the passages of a page. */
  find(page: number, letters: string): FoundPassage[] {
    return this.isInOrder ? this.findInFlow(letters) : findOnPage(this.byPage.get(page) ?? [], letters);
  }

  private findInFlow(letters: string): FoundPassage[] {
    const found = this.candidates(letters);
    // A page that names many headings, such as a table of contents, shows little of what stands between them.
    const last = found.findLastIndex((each) => each.found >= leastShare * each.sought);
    const shown = found.slice(0, last + 1);
    this.next = shown.at(-1)?.next ?? this.next;
    return shown;
  }

  private candidates(letters: string): FlowPassage[] {
    const all: FlowPassage[] = [];
    let [cursor, misses, found, sought] = [0, 0, 0, 0];
    let rest = letters;
    for (let { index } = this.next; index < this.flow.length && misses < mostMisses && all.length < pageLimits.passages; index += 1) {
      const passage = this.flow[index];
      const before = index === this.next.index ? this.next.letters : 0;
      const own = lettersOf(passage?.text ?? '').slice(before);
      if (!passage || own === '') continue;
      sought += own.length;
      const match = matchInFlow(own, rest, cursor, misses);
      if (!match) {
        misses += 1;
        continue;
      }
      misses = 0;
      found += match.found;
      rest = withoutFound(rest, match.stretches);
      cursor = match.stretches.at(-1)?.[1] ?? cursor;
      const isWhole = match.end >= leastEnd * own.length;
      const next = isWhole ? { index: index + 1, letters: 0 } : { index, letters: before + match.end };
      all.push({ passage, stretches: match.stretches, next, found, sought });
    }
    return all;
  }
}

/** Returns the match of a passage that stands after `cursor`; `undefined` if it does not. */
function matchInFlow(passage: string, letters: string, cursor: number, misses: number): FoundLetters | undefined {
  if (isShort(passage)) {
    const start = misses < 3 ? letters.indexOf(passage, cursor) : -1;
    return start < 0 || start > cursor + nearLetters
      ? undefined
      : { stretches: [[start, start + passage.length]], found: passage.length, end: passage.length };
  }
  const match = findLetters(passage, letters, cursor);
  const end = match.stretches.at(-1)?.[1] ?? 0;
  const goesOn = match.found >= leastShare * match.end && end > letters.length - lettersAtEnd && (match.stretches[0]?.[0] ?? 0) >= cursor;
  return match.found > 0 && (match.found >= leastShare * passage.length || goesOn) ? match : undefined;
}
