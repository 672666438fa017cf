import { contentStems, coverage, wordsIn, wordsOf } from '@lectern/study-content/gate';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** How many words a reader would count. Languages without spaces are cut by the platform's word list. */
export const wordCount = (text: string): number =>
  unspaced.test(text)
    ? [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
    : text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** The share of the content words of a text that are in another; `undefined` without content words. */
export function supportOf(text: string, place: string): number | undefined {
  const own = contentStems(text);
  return own.size === 0 ? undefined : coverage(own, wordsIn(place));
}

/** Whether the words of one text are in the other, one after the other. */
export const standsIn = (part: string, whole: string): boolean => {
  const inner = wordsOf(part).join(' ');
  return inner !== '' && ` ${wordsOf(whole).join(' ')} `.includes(` ${inner} `);
};

/** The numbers of a text, without separators of thousands. */
export const numbersIn = (text: string): string[] =>
  (text.normalize('NFKC').match(/\d+(?:[.,:]\d+)*/g) ?? []).map((number) =>
    number.replace(/,(?=\d{3}(?!\d))/g, '').replace(/[.,:]0+$/, ''),
  );

export const shorten = (text: string, most = 90): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};
