/**
 * Text functions of the evaluation. They do not use the product's `words.ts`, so that a mistake there does not hide itself here.
 */

const emptyWords = new Set(
  (
    'a an the this that these those some any each every all both either neither no not nor and or but if then than so as of to in on at by for from with without within ' +
    'into onto over under above below between among through during before after about against up down out off until since while when where which who whom whose what why how ' +
    'i you he she it we they me him her us them my your his its our their mine yours there here is are was were be been being am do does did done have has had having will would ' +
    'shall should can could may might must also only just very too more most less least much many few other another such same own one ones via per etc eg ie vs ' +
    'der die das den dem des ein eine einen einem einer und oder ist sind war wird werden mit für auf im zu von bei nicht als auch ' +
    'le la les un une des du de et ou est sont pour par avec dans que qui sur au aux ce cette el los las y es son una con del en se'
  ).split(' '),
);

const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const particle =
  /(?:으로써|으로서|에서는|에게서|이라는|입니까|입니다|합니다|에서|에게|으로|까지|부터|이나|이며|하는|되는|한다|된다|은|는|이|가|을|를|의|에|로|와|과|도|만|한|할)$/u;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Caches a result by text, because each text is compared with many others. */
function remembered<Result>(make: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** Compatibility forms, case, punctuation and spaces do not count. */
export const folded = remembered((text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')
    .trim(),
);

/** The words of a text, folded; what is written without spaces is cut by the platform's own word list. */
export const words = remembered((text: string): readonly string[] =>
  folded(text)
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) =>
      hanOrKana.test(word) ? [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment) : [word],
    ),
);

/** How many words a reader would count. */
export const wordCount = (text: string): number => {
  const parts = text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return hanOrKana.test(text) ? words(text).length : parts.length;
};

/** A word without its commonest endings, so that "licenses" and "license" are one. */
export function rootOf(word: string): string {
  if (hangul.test(word)) return word.length > 2 ? word.replace(particle, '') : word;
  if (/\d/.test(word) || word.length <= 3) return word;
  const bare = word.replace(/(?:iveness|fulness|ization|isation)$/, '').replace(/(?:ational|ations?|ators?|ating|ated|ates?)$/, 'at');
  return bare
    .replace(/(?:ings?|edly|ed|ies|ely|ly|ments?|ness|ers?|ors?|es|s)$/, '')
    .replace(/(?:e|y|i|at)$/, '')
    .slice(0, 9);
}

/** The words that carry meaning, as roots. */
export const contentRoots = remembered(
  (text: string): ReadonlySet<string> =>
    new Set(
      words(text)
        .filter((word) => !emptyWords.has(word) && (word.length > 1 || !/[a-z]/.test(word)))
        .map((word) => rootOf(word) || word),
    ),
);

/** How many of the one are in the other. */
export const countShared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let count = 0;
  for (const word of left) if (right.has(word)) count += 1;
  return count;
};

/** The share of the content words of a text that are in another; `undefined` without content words. */
export function supportOf(text: string, place: string): number | undefined {
  const own = contentRoots(text);
  return own.size === 0 ? undefined : countShared(own, contentRoots(place)) / own.size;
}

/** Shared words of all words, 0 to 1. */
export function jaccard(left: string, right: string): number {
  const [one, other] = [new Set(words(left)), new Set(words(right))];
  const both = countShared(one, other);
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** Whether the words of one text are in the other, one after the other. */
export const standsIn = (part: string, whole: string): boolean => {
  const inner = words(part).join(' ');
  return inner !== '' && ` ${words(whole).join(' ')} `.includes(` ${inner} `);
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
