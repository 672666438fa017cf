import { contentStems, coverage, wordsIn, wordsOf } from '@lectern/study-content/gate';

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
export const standsIn = (part: string, whole: string): boolean => {
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
