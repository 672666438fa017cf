import type { Citation, Passage, Pointer, Source } from '@lectern/contracts';
import { characterAt, characterBefore, isWordCharacter } from '../characters.ts';
import { placeOf, pointerKey, samePlace } from '../pointers.ts';
import { onceForText } from '../onceForText.ts';
import { contentStems, wordsOf } from '../words.ts';
import { onceFor } from './onceFor.ts';
import { givesOrder } from './orders.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Of two passages at one place the first one counts. */
const byPointer = onceFor(({ passages }) => new Map(passages.map((passage) => [pointerKey(passage.pointer), passage] as const).reverse()));

/** The passage that a citation points at, or `undefined` where it points nowhere. */
export const passageAt = (source: Source, pointer: Pointer): Passage | undefined => byPointer(source).get(pointerKey(pointer));

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

/** What of a text teaches: its sentences that give no orders to the engine. */
const teachingOf = (text: string): string =>
  givesOrder(text)
    ? sentencesIn(text)
        .filter((sentence) => !givesOrder(sentence))
        .join(' ')
    : text;

/** Whether a quote is, or is taken from, a sentence that gives an order to the engine. */
export const isFromOrder = (quote: string, passage: string): boolean =>
  givesOrder(quote) ||
  (givesOrder(passage) &&
    sentencesIn(passage).some((sentence) => (sentence.includes(quote) || quote.includes(sentence)) && givesOrder(sentence)));

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

/** The text around a citation that teaches: its slide with the two beside it, or the paragraphs around it. */
export function around(source: Source, { pointer, quote }: Citation): string {
  const reach = pointer.kind === 'slide' ? 1 : 3;
  const places = byPlace(source);
  return Array.from({ length: 2 * reach + 1 }, (_, index) => places.get(`${pointer.kind} ${placeOf(pointer) - reach + index}`) ?? [])
    .flat()
    .map(({ text }) => nearQuote(text, quote))
    .join('\n');
}

const nearbyWords = onceFor(() => new Map<string, Words>());

/** The words around a pointer, worked out once for each place of a source. */
export function wordsAround(source: Source, citation: Citation): Words {
  const { pointer } = citation;
  const known = nearbyWords(source);
  const key = `${pointer.kind} ${placeOf(pointer)}`;
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

const latinRoot = (left: string, right: string): boolean => {
  const least = Math.min(left.length, right.length);
  // "contract" and "contraction", "inhibit" and "inhibition": one root, whatever the stemmer left of their ends.
  return least >= rootLength && left.startsWith(right.slice(0, Math.max(rootLength, least - 2)));
};

/** Without a beginning that turns a word round: "illiterate" is about the literate. */
const bare = (stem: string): string => (stem.length >= 8 ? stem.replace(/^(il|im|in|ir|un|dis|non)/, '') : stem);

/** Words by the letters they begin with: only those that begin alike can be of one root. */
type Beginnings = ReadonlyMap<string, readonly string[]>;
const beginningsOf = (words: Iterable<string>): Beginnings => Map.groupBy(words, (word) => word.slice(0, rootLength));
const alike = (beginnings: Beginnings, word: string): readonly string[] => beginnings.get(word.slice(0, rootLength)) ?? [];

const beginningsIn = new WeakMap<Words, Record<'stems' | 'bare' | 'written', Beginnings>>();
/** The beginnings of a text's words, worked out when the first one is looked for by its root. */
function beginnings(words: Words): Record<'stems' | 'bare' | 'written', Beginnings> {
  let known = beginningsIn.get(words);
  if (!known) {
    const { stems, written } = words;
    known = { stems: beginningsOf(stems), bare: beginningsOf([...stems].map(bare)), written: beginningsOf(written) };
    beginningsIn.set(words, known);
  }
  return known;
}

/** Whether a word stands in a text: itself, its root, or, where words take particles or are not parted, most of its letters. */
export function holds(words: Words, stem: string): boolean {
  if (words.stems.has(stem)) return true;
  if (unspaced.test(stem)) {
    if (stem.length <= 2) return words.joined.includes(stem);
    const pairs = Array.from({ length: stem.length - 1 }, (_, index) => stem.slice(index, index + 2));
    return pairs.filter((pair) => words.joined.includes(pair)).length / pairs.length >= 0.5;
  }
  if (stem.length < 5) return false;
  const { stems, bare: bared, written } = beginnings(words);
  return (
    alike(stems, stem).some((other) => latinRoot(stem, other)) ||
    alike(bared, bare(stem)).some((other) => latinRoot(bare(stem), other)) ||
    alike(written, stem).some((other) => latinRoot(stem, other.slice(0, stem.length)))
  );
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
export function nearestSentence(claim: ReadonlySet<string>, text: string): string {
  let nearest = '';
  let best = -1;
  for (const sentence of sentencesIn(text)) {
    const words = wordsIn(sentence);
    const hits = [...claim].filter((stem) => holds(words, stem)).length;
    // Of two that share as much, the shorter one says it.
    const score = hits - words.stems.size / 1_000;
    if (score > best) [best, nearest] = [score, sentence];
  }
  return nearest;
}

/** A slide's title, or the heading above a paragraph. */
export function headingOf(source: Source, pointer: Pointer): string {
  if (pointer.kind === 'slide')
    return source.passages.find((passage) => passage.kind === 'title' && placeOf(passage.pointer) === pointer.slide)?.text ?? '';
  let heading = '';
  for (const passage of source.passages) {
    if (passage.kind === 'title') heading = passage.text;
    if (pointerKey(passage.pointer) === pointerKey(pointer)) break;
  }
  return heading;
}

/** The points of the list that a passage stands in, itself left out, and the line above them: same slide, part and level. */
export function listOf(source: Source, passage: Passage): { heading: string; others: Passage[] } {
  const { pointer } = passage;
  const own =
    pointer.kind === 'slide'
      ? (byPlace(source).get(`slide ${pointer.slide}`) ?? []).filter(
          (other) => other.pointer.kind === 'slide' && other.pointer.part === pointer.part,
        )
      : source.passages;
  const at = own.findIndex((other) => samePlace(other.pointer, pointer));
  const isHead = (other: Passage): boolean => other.kind === 'title' || /[:：]$/.test(other.text.trim());
  const isPoint = (other: Passage): boolean => other.level === passage.level && other.kind === passage.kind;
  const others: Passage[] = [];
  let heading = '';
  for (let before = at - 1; before >= 0; before -= 1) {
    const other = own[before];
    if (!other || other.level < passage.level || isHead(other)) {
      heading = other?.text ?? '';
      break;
    }
    if (isPoint(other)) others.push(other);
  }
  for (let after = at + 1; after < own.length; after += 1) {
    const other = own[after];
    if (!other || other.level < passage.level || isHead(other)) break;
    if (isPoint(other)) others.push(other);
  }
  return { heading: heading === '' ? headingOf(source, pointer) : heading, others };
}

/** What a passage has to be read with: the header of its table, or the line that its list stands under. */
export function frameOfPassage(source: Source, passage: Passage): string {
  if (passage.kind === 'row')
    return `${source.passages.find((other) => other.table === passage.table && other.row === 0 && passage.table !== undefined)?.text ?? ''}\n${passage.cells?.[0] ?? ''}`;
  return passage.kind === 'bullet' ? listOf(source, passage).heading : '';
}
