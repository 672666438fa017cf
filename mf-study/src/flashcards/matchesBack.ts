import { plainItemText } from '@lectern/contracts/item-text';

/** Maximum length at which typos are tolerated, in characters. The learner compares longer answers with the back. */
const longestCompared = 200;

/** Minimum word length at which a typo is tolerated, in characters. Shorter words often differ by one letter: "cat" and "bat". */
const shortestWithTypo = 4;

/** Lower-cases text and strips accents, punctuation and articles. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%+−-]+/gu, ' ')
    .replace(/\b(?:the|an?)\b /g, '')
    .trim();

/** Whether the words differ by exactly one letter that is added, missing, replaced, or swapped with the next. */
const differsByOneTypo = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isSwap = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isSwap || short.slice(at + 1) === long.slice(at + 1);
};

const digitsOf = (text: string): string => text.replace(/[^\p{N}]/gu, '');

const areAlike = (typed: string, wanted: string): boolean =>
  typed === wanted ||
  // A different digit is a different number, not a typo.
  (wanted.length >= shortestWithTypo && digitsOf(typed) === digitsOf(wanted) && differsByOneTypo(typed, wanted));

/** The accepted answers: the whole back, the back without brackets, and the text in brackets, as in "Interstitial fluid (IF)". */
const answersOf = (back: string): string[] => {
  const bracketed = /^([^()]+)\(([^()]+)\)\s*\.?$/.exec(back);
  return [back, ...(bracketed ? [bracketed[1] ?? '', bracketed[2] ?? ''] : [])].map(folded).filter((each) => each !== '');
};

/**
 * Whether a typed answer matches a card's back. Ignores the marks of bold and italic, case, accents, punctuation, articles and one typo, but not
 * a different number.
 */
export const matchesBack = (typed: string, markedBack: string): boolean => {
  const back = plainItemText(markedBack);
  if (typed.length > longestCompared || back.length > longestCompared) return folded(typed) === folded(back);
  const given = folded(typed);
  return given !== '' && answersOf(back).some((wanted) => areAlike(given, wanted));
};
