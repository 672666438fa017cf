import type { Citation, Passage, Pointer, Source } from '@lectern/contracts';
import { characterAt, characterBefore, isWordCharacter } from '../text/characters.ts';
import { passageAt, placeOf, pointerKey, samePlace } from '../text/pointers.ts';
import { onceForText } from '../text/onceForText.ts';
import { contentStems, wordsOf } from '../text/words.ts';
import { onceFor } from '../text/onceFor.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Characters of words that spaces part from each other. */
const parted = /[\p{Script=Latin}\p{N}]/u;

/** Whether a citation's quote stands at its pointer, letter by letter but for white space. */
export function isVerbatim(source: Source, citation: Citation): boolean {
  const text = passageAt(source, citation.pointer)?.text;
  const quote = squeeze(citation.quote);
  if (text === undefined || quote.length < 2) return false;
  const whole = squeeze(text);
  const startsWord = parted.test(characterAt(quote, 0));
  const endsWord = parted.test(characterBefore(quote, quote.length));
  for (let at = whole.indexOf(quote); at >= 0; at = whole.indexOf(quote, at + 1)) {
    // A quote that starts or ends within a word was altered.
    const before = !startsWord || !isWordCharacter(characterBefore(whole, at));
    const after = !endsWord || !isWordCharacter(characterAt(whole, at + quote.length));
    if (before && after) return true;
  }
  return false;
}

/** What of a text teaches: its sentences that give no instructions to the engine. */
const teachingOf = (text: string): string =>
  hasPromptInjection(text)
    ? sentencesIn(text)
        .filter((sentence) => !hasPromptInjection(sentence))
        .join(' ')
    : text;

/** Whether a quote is, or is taken from, a sentence that gives an instruction to the engine. */
export const isFromPromptInjection = (quote: string, passage: string): boolean =>
  hasPromptInjection(quote) ||
  (hasPromptInjection(passage) &&
    sentencesIn(passage).some((sentence) => (sentence.includes(quote) || quote.includes(sentence)) && hasPromptInjection(sentence)));

/** The passages of each slide, and those of a text by their number, as far as they teach. */
const byPlace = onceFor((source) => {
  const places = new Map<string, Passage[]>();
  for (const whole of source.passages) {
    const text = teachingOf(whole.text);
    if (text === '') continue;
    const passage = text === whole.text ? whole : { ...whole, text };
    const key = `${passage.pointer.kind} ${placeOf(passage.pointer)}`;
    const held = places.get(key);
    if (held) held.push(passage);
    else places.set(key, [passage]);
  }
  return places;
});

/** Of a passage of this many characters only what stands around a quote is looked at: whole books have been put into one shape. */
const longest = 20_000;

const nearQuote = (text: string, quote: string): string => {
  if (text.length <= longest) return text;
  const at = Math.max(0, text.indexOf(quote));
  const [before, after] = [text.slice(Math.max(0, at - longest / 2), at), text.slice(at, at + longest / 2)];
  return `${before.replace(/^\S*\s/, '')}${after.replace(/\s\S*$/, '')}`;
};

/** The passage that a citation is taken from; of a very long one the text around its quote. */
export function citedPassage(source: Source, { pointer, quote }: Citation): Passage | undefined {
  const passage = passageAt(source, pointer);
  return passage && passage.text.length > longest ? { ...passage, text: nearQuote(passage.text, quote) } : passage;
}

/** The passages of a citation's slide and the two beside it, or the paragraphs around it, as far as they teach. */
function passagesAround(source: Source, pointer: Pointer): readonly Passage[] {
  const reach = pointer.kind === 'slide' ? 1 : 3;
  const places = byPlace(source);
  return Array.from(
    { length: 2 * reach + 1 },
    (_, index) => places.get(`${pointer.kind} ${placeOf(pointer) - reach + index}`) ?? [],
  ).flat();
}

/** How many letters stand around each place. */
const lengthsAround = onceFor(() => new Map<string, number>());

/** Whether so much stands around a place that only what is nearest to a passage of it is looked at: whole books have been put on one slide. */
function isCrowded(source: Source, pointer: Pointer): boolean {
  const known = lengthsAround(source);
  const key = `${pointer.kind} ${placeOf(pointer)}`;
  let length = known.get(key);
  if (length === undefined) known.set(key, (length = passagesAround(source, pointer).reduce((sum, { text }) => sum + text.length, 0)));
  return length > longest;
}

/** Passages before and behind one, as many as have so many letters together. */
function nearest(passages: readonly Passage[], pointer: Pointer): readonly Passage[] {
  const at = passages.findIndex((passage) => samePlace(passage.pointer, pointer));
  const reachOf = (step: -1 | 1): number => {
    let room = longest / 2;
    let reached = at;
    while (room > 0 && passages[reached + step]) room -= passages[(reached += step)]?.text.length ?? 0;
    return reached;
  };
  return at < 0 ? [] : passages.slice(reachOf(-1), reachOf(1) + 1);
}

/** The text around a citation that teaches: its slide with the two beside it, or the paragraphs around it; of a very long slide what is nearest. */
export function around(source: Source, { pointer, quote }: Citation): string {
  const all = passagesAround(source, pointer);
  return (isCrowded(source, pointer) ? nearest(all, pointer) : all).map(({ text }) => nearQuote(text, quote)).join('\n');
}

const nearbyWords = onceFor(() => new Map<string, Words>());

/** The words around a pointer, worked out once for each place of a source. */
export function wordsAround(source: Source, citation: Citation): Words {
  const { pointer } = citation;
  const known = nearbyWords(source);
  const key = isCrowded(source, pointer) ? pointerKey(pointer) : `${pointer.kind} ${placeOf(pointer)}`;
  let words = known.get(key);
  if (!words) known.set(key, (words = wordsIn(`${around(source, citation)}\n${source.title}`)));
  return words;
}

const unspaced = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words of a text that carry meaning, ready to be looked for in others. */
export interface Words {
  readonly stems: ReadonlySet<string>;
  /** The stems joined, to look for parts of words where a script writes none apart. */
  readonly joined: string;
  /** As they are written: a stemmer cuts "sediment" and "sedimentary" at different places. */
  readonly written: ReadonlySet<string>;
}

export const wordsIn = onceForText((text): Words => {
  const stems = contentStems(text);
  return { stems, joined: [...stems].join(' '), written: new Set(wordsOf(text)) };
});

/** So many letters at least two words of one root have in common, from their first on. */
const rootLength = 5;
/** Of two words that both have as many letters as a stem has at most, one more. */
const longestStem = 8;

/**
 * Beginnings of words. Two words are of one root where they have as many letters in common as the shorter one has but two, and five at least
 * ("contract" and "contraction", "inhibit" and "inhibition"): no stem is longer than eight, so two beginnings tell.
 */
class Roots {
  private readonly short = new Set<string>();
  private readonly long = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < rootLength) continue;
      if (word.length < longestStem) this.short.add(word.slice(0, rootLength));
      else {
        this.long.add(word.slice(0, rootLength));
        this.long.add(word.slice(0, rootLength + 1));
      }
    }
  }

  /** Whether one of the words is of one root with a stem. */
  has(stem: string): boolean {
    const start = stem.slice(0, rootLength);
    if (stem.length < rootLength) return false;
    return this.short.has(start) || this.long.has(stem.length < longestStem ? start : stem.slice(0, rootLength + 1));
  }
}

/** Without a beginning that turns a word round: "illiterate" is about the literate. */
const bare = (stem: string): string => (stem.length >= 8 ? stem.replace(/^(il|im|in|ir|un|dis|non)/, '') : stem);

interface RootsOfText {
  /** Of its stems, and of its words as they are written. */
  words: Roots;
  bare: Roots;
}

const rootsIn = new WeakMap<Words, RootsOfText>();
/** The roots of a text's words, worked out when the first one is looked for. */
function rootsOf(words: Words): RootsOfText {
  let known = rootsIn.get(words);
  if (!known) {
    const { stems, written } = words;
    known = { words: new Roots([...stems, ...written]), bare: new Roots([...stems].map(bare)) };
    rootsIn.set(words, known);
  }
  return known;
}

const pairsIn = new WeakMap<Words, ReadonlySet<string>>();
/** Every two letters that stand side by side in a text's words. */
function pairsOf(words: Words): ReadonlySet<string> {
  let known = pairsIn.get(words);
  if (!known) {
    const { joined } = words;
    const pairs = new Set<string>();
    for (let at = 0; at + 2 <= joined.length; at += 1) pairs.add(joined.slice(at, at + 2));
    pairsIn.set(words, (known = pairs));
  }
  return known;
}

/** Whether a word stands in a text: itself, its root, or, where words take particles or are not parted, most of its letters. */
export function holds(words: Words, stem: string): boolean {
  if (words.stems.has(stem)) return true;
  if (unspaced.test(stem)) {
    if (stem.length < 2) return words.joined.includes(stem);
    const known = pairsOf(words);
    const pairs = Array.from({ length: stem.length - 1 }, (_, index) => stem.slice(index, index + 2));
    return pairs.filter((pair) => known.has(pair)).length / pairs.length >= 0.5;
  }
  if (stem.length < rootLength) return false;
  const roots = rootsOf(words);
  return roots.words.has(stem) || roots.bare.has(bare(stem));
}

/** The share of some words that stand in a text; 1 where there are none to look for. */
export function coverage(stems: Iterable<string>, words: Words): number {
  const all = [...stems];
  return all.length === 0 ? 1 : all.filter((stem) => holds(words, stem)).length / all.length;
}

/** Sentences and lines of a text. */
export const sentencesIn = onceForText((text): readonly string[] =>
  text
    .split(/(?<=[.!?]["”’)]?)\s+(?=["“(]?[\p{Lu}\p{Lo}\d])|(?<=;)\s+|\n|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean),
);

/** The sentence of a text that shares most with a claim. */
export const nearestSentence = (claim: ReadonlySet<string>, text: string): string => nearestOf(claim, sentencesIn(text));

/** That of some sentences that shares most with a claim. */
export function nearestOf(claim: ReadonlySet<string>, sentences: Iterable<string>): string {
  let nearest = '';
  let best = -1;
  for (const sentence of sentences) {
    const words = wordsIn(sentence);
    const hits = [...claim].filter((stem) => holds(words, stem)).length;
    // Of two that share as much, the shorter one says it.
    const score = hits - words.stems.size / 1_000;
    if (score > best) [best, nearest] = [score, sentence];
  }
  return nearest;
}

/** Titles of slides by their numbers, and the headings above paragraphs by the paragraphs' pointers; behind all of them the last one. */
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

/** A slide's title, or the heading above a paragraph. */
export function headingOf(source: Source, pointer: Pointer): string {
  const { slides, paragraphs, last } = headings(source);
  return pointer.kind === 'slide' ? (slides.get(pointer.slide) ?? '') : (paragraphs.get(pointerKey(pointer)) ?? last);
}

const sectionOf = (pointer: Pointer): string => (pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}` : 'text');

/** What a list may be a part of: the passages of each part of a slide, as far as they teach, and those of a text; and which of them each pointer names. */
const sections = onceFor((source) => {
  const bySection = Map.groupBy(
    [...byPlace(source).values()].flat().filter(({ pointer }) => pointer.kind === 'slide'),
    ({ pointer }) => sectionOf(pointer),
  );
  bySection.set('text', source.passages);
  const numbers = new Map<string, number>();
  for (const [section, passages] of bySection)
    for (const [number, { pointer }] of passages.entries())
      if (sectionOf(pointer) === section && !numbers.has(pointerKey(pointer))) numbers.set(pointerKey(pointer), number);
  return { bySection, numbers };
});

/** So far on either side of a point its list is followed. */
const longestList = 500;

/** The points of the list that a passage stands in, itself left out, and the line above them: same slide, part and level. */
export function listOf(source: Source, passage: Passage): { heading: string; others: Passage[] } {
  const { pointer } = passage;
  const { bySection, numbers } = sections(source);
  const own = bySection.get(sectionOf(pointer)) ?? [];
  const at = numbers.get(pointerKey(pointer)) ?? -1;
  const isHead = (other: Passage): boolean => other.kind === 'title' || /^[:：]$/.test(other.text.trimEnd().slice(-1));
  const isPoint = (other: Passage): boolean => other.level === passage.level && other.kind === passage.kind;
  const others: Passage[] = [];
  let heading = '';
  for (let before = at - 1; before >= Math.max(0, at - longestList); before -= 1) {
    const other = own[before];
    if (!other || other.level < passage.level || isHead(other)) {
      heading = other?.text ?? '';
      break;
    }
    if (isPoint(other)) others.push(other);
  }
  for (let after = at + 1; after < Math.min(own.length, at + longestList); after += 1) {
    const other = own[after];
    if (!other || other.level < passage.level || isHead(other)) break;
    if (isPoint(other)) others.push(other);
  }
  return { heading: heading === '' ? headingOf(source, pointer) : heading, others };
}

/** The first rows of tables, by the tables' numbers. */
const tableHeaders = onceFor(
  ({ passages }) =>
    new Map(passages.flatMap(({ table, row, text }) => (table !== undefined && row === 0 ? [[table, text] as const] : [])).reverse()),
);

/** What a passage has to be read with: the header of its table, or the line that its list stands under. */
export function frameOfPassage(source: Source, passage: Passage): string {
  if (passage.kind === 'row')
    return `${passage.table === undefined ? '' : (tableHeaders(source).get(passage.table) ?? '')}\n${passage.cells?.[0] ?? ''}`;
  return passage.kind === 'bullet' ? listOf(source, passage).heading : '';
}
