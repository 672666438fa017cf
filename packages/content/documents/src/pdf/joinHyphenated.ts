const hyphenAtEnd = /(?<=\p{L})([-‐\u00ad])\s*$/u;
/** First parts of words that are usually hyphenated. */
const compoundStart =
  /(?:^|[\s(])(?:self|non|well|high|low|long|short|two|three|four|one|first|second|third|half|cross|co|pre|post|multi|semi|anti|so|state|real|large|small|full|open)$/iu;

const longestWord = 60;

function lastWord(text: string): string {
  const letters = [...text.slice(-longestWord)];
  const before = letters.findLastIndex((letter) => !/[\p{L}\p{N}-]/u.test(letter));
  return letters.slice(before + 1).join('');
}

/**
 * Joins two lines of a paragraph. A word hyphenated at the end of the first one is joined; its hyphen stays if the document writes it
 * elsewhere, or if the first part usually has one.
 *
 * @param words - All words of the document in lower case.
 */
export function joinHyphenated(before: string, next: string, words: ReadonlySet<string>): string {
  const [first, second] = [before.trimEnd(), next.trimStart()];
  const hyphen = hyphenAtEnd.exec(first)?.[1];
  if (hyphen === undefined || !/^\p{L}/u.test(second)) return `${first} ${second}`;
  const stem = first.slice(0, -hyphen.length);
  if (!/^\p{Ll}/u.test(second)) return `${first}${second}`;
  const left = lastWord(stem).toLowerCase();
  const right = (/^[\p{L}\p{N}]+/u.exec(second)?.[0] ?? '').toLowerCase();
  if (words.has(`${left}${right}`) || hyphen === '\u00ad') return `${stem}${second}`;
  const isCompound = words.has(`${left}-${right}`) || compoundStart.test(stem.slice(-20));
  return isCompound ? `${first}${second}` : `${stem}${second}`;
}
