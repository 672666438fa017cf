import { contentStems, coverage, wordsIn, wordsOf } from '@lectern/study-content/gate';
import { type Passage, placeOf, type Pointer, type Source } from '@lectern/contracts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Counts words as a reader would, segmenting unspaced scripts. */
export const wordCount = (text: string): number =>
  unspaced.test(text)
    ? [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
    : text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** The share of a text's content words that another text contains; `undefined` without content words. */
export function supportOf(text: string, place: string): number | undefined {
  const own = contentStems(text);
  return own.size === 0 ? undefined : coverage(own, wordsIn(place));
}

/** Whether one text contains the words of another, consecutively. */
export const containsWords = (part: string, whole: string): boolean => {
  const inner = wordsOf(part).join(' ');
  return inner !== '' && ` ${wordsOf(whole).join(' ')} `.includes(` ${inner} `);
};

/** The numbers in a text, without thousands separators. */
export const numbersIn = (text: string): string[] =>
  (text.normalize('NFKC').match(/\d+(?:[.,:]\d+)*/g) ?? []).map((number) =>
    number.replace(/,(?=\d{3}(?!\d))/g, '').replace(/[.,:]0+$/, ''),
  );

export const shorten = (text: string, most = 90): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};

/** Formats a place for readers: `slide 4, notes, line 2`. */
export const nameOfPlace = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `slide ${pointer.slide}, ${pointer.part}, line ${pointer.paragraph}` : `paragraph ${placeOf(pointer)}`;

export const passageAt = (source: Source, pointer: Pointer): Passage | undefined =>
  source.passages.find(({ pointer: own }) =>
    own.kind === 'slide'
      ? pointer.kind === 'slide' && own.slide === pointer.slide && own.part === pointer.part && own.paragraph === pointer.paragraph
      : pointer.kind !== 'slide' && placeOf(own) === placeOf(pointer),
  );

/** The text of the slides or paragraphs from `place - reach` to `place + reach`. */
export const textAround = (source: Source, place: number, reach: number): string =>
  source.passages
    .filter(({ pointer }) => Math.abs(placeOf(pointer) - place) <= reach)
    .map(({ text }) => text)
    .join('\n');

/** The text that must support an answer: the slide with its neighbours, or the surrounding paragraphs. */
export const neighbours = (source: Source, pointer: Pointer): string =>
  textAround(source, placeOf(pointer), pointer.kind === 'slide' ? 1 : 3);

export const isNote = ({ pointer }: { pointer: Pointer }): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

/** Word counts by slide or paragraph, including notes. */
export function wordsByPlace({ passages }: Source): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { pointer, text } of passages) counts.set(placeOf(pointer), (counts.get(placeOf(pointer)) ?? 0) + wordCount(text));
  return counts;
}

const countWords = (passages: readonly Passage[]): number => passages.reduce((sum, { text }) => sum + wordCount(text), 0);

export const sourceWords = ({ passages }: Source): number => countWords(passages);

/** The share of words in speaker notes. */
export const shareOfNotes = (source: Source): number => countWords(source.passages.filter(isNote)) / Math.max(1, sourceWords(source));
