import type { UnreadPages } from '@lectern/contracts';
import { DocumentError } from '../DocumentError.ts';
import type { PageText } from './textRuns.ts';

/**
 * Frequencies of letter pairs from 0 (never) to 9, with 26 digits for each first letter. Counted in translations of a program into 73
 * languages with Latin letters, without accents.
 */
const usualPairs = `
  64666565756768565877555565 62026005511402600544401042 62316007643403600534601045 61167407721214750544634044
  75575465646668353876554645 54015403632205500434420030 61036444663305500533703051 71046300635433632415614030
  65667664456767643676565535 52337000501214520133520022 60016105545503600554601042 72157443643634632246435040
  67037144522454640032411054 71566377765437611257532064 55565554656667452755756135 60346025622432640653500063
  10024000330002002000500000 73457243755456632656533045 62537257646634543257532046 71218357732434740656744455
  75456453645656640666443335 61016000612305500331500050 61316003530204610332502050 30104000400100420005300000
  53455443514445430554434003 53025035505245511414433044
`.replace(/\s/g, '');

/**
 * The mean frequency below which a text is in no language. Every language has at least 5 (4.7 in 20 words). Text with randomly exchanged
 * letters has 3.3 on average, and rarely more than 4.2.
 */
const leastUsual = (pairs: number): number => (pairs < 60 ? 4.2 : pairs < 200 ? 4.4 : 4.6);
/** A text with fewer different letters is a sequence of bases or a hexadecimal number. */
const fewestDifferent = 12;
const longestSample = 20_000;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether many characters are control characters or have no meaning. */
function hasNoCharacters(text: string): boolean {
  const signs = countOf(text, /\S/gu);
  return signs >= 20 && share(countOf(text, /[\p{Co}\p{Cn}\ufffd]|(?!\s)\p{Cc}/gu), signs) > 0.3;
}

/** Scripts that do not mix within a word. East Asian ones do. */
const scripts =
  'Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer'
    .split(' ')
    .map((script) => new RegExp(`^\\p{Script=${script}}`, 'u'));

function mixesScripts(text: string): boolean {
  if (!/[\u0370-\u{1ffff}]/u.test(text)) return false;
  const known = new Map<string, number>();
  let [pairs, mixed, before] = [0, 0, -1];
  for (const letter of text) {
    let script = known.get(letter);
    if (script === undefined) known.set(letter, (script = scripts.findIndex((each) => each.test(letter))));
    if (script >= 0 && before >= 0) {
      pairs += 1;
      if (script !== before) mixed += 1;
    }
    before = script;
  }
  return pairs >= 40 && share(mixed, pairs) > 0.3;
}

/** Returns words of Latin letters without accents. Skips long ones in capitals, which are protein sequences. */
const wordsOf = (text: string): string[] =>
  (text.match(/\p{Script=Latin}{3,}/gu) ?? [])
    .filter((word) => word.length < 8 || word !== word.toUpperCase())
    .flatMap(
      (word) =>
        word
          .toLowerCase()
          .replaceAll('ß', 'ss')
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .match(/[a-z]{2,}/g) ?? [],
    );

/** Whether the words are in no language with Latin letters, like `Wkh txlfn`. */
function isInNoLanguage(text: string, fewestPairs: number): boolean {
  let [sum, pairs] = [0, 0];
  const different = new Set<number>();
  for (const word of wordsOf(text))
    for (let at = 1; at < word.length; at += 1) {
      const [first, second] = [word.charCodeAt(at - 1) - 97, word.charCodeAt(at) - 97];
      // Samples of fonts show the alphabet.
      if (second === first + 1) continue;
      different.add(second);
      sum += Number(usualPairs[first * 26 + second]);
      pairs += 1;
    }
  return pairs >= fewestPairs && different.size >= fewestDifferent && sum / pairs < leastUsual(pairs);
}

/**
 * Whether the letters of a text differ from those that its page shows, because its fonts map to the wrong letters. Formulas, code, tables
 * and rare languages are accepted.
 *
 * @param fewestPairs - Minimum letter pairs for a judgement.
 */
export function hasWrongLetters(text: string, fewestPairs: number): boolean {
  const sample = text.slice(0, longestSample).normalize('NFKC');
  if (hasNoCharacters(sample) || mixesScripts(sample)) return true;
  const latin = countOf(sample, /\p{Script=Latin}/gu);
  if (share(latin, countOf(sample, /\p{L}/gu)) < 0.6) return false;
  // Cyrillic read as Western European has accents on all letters. Vietnamese, which has the most, has them on 1 letter in 5.
  if (latin >= 60 && share(countOf(sample, /[À-ÖØ-öø-ÿ]/gu), latin) > 0.6) return true;
  return isInNoLanguage(sample, fewestPairs);
}

/** Minimum letter pairs for judging a page, and a whole document. */
const fewestPairs = { page: 80, document: 40 };
const longest = { page: 2_000, document: 20_000 };
/** From this share of wrong letters on, a document is refused. */
const mostWrong = 0.7;

const wrongLetters = (): DocumentError =>
  new DocumentError(
    'no-text',
    'The text of this PDF cannot be read, because its fonts map to the wrong letters. Export it again from the original program, or upload the slides.',
  );

function textOf({ directions }: PageText): string {
  let text = '';
  for (const { runs } of directions)
    for (const run of runs) {
      if (text.length > longest.page) return text;
      text += run.hasSpaceBefore ? ` ${run.text}` : run.text;
    }
  return text.slice(0, longest.page);
}

/**
 * Drops the text of pages whose fonts map to the wrong letters.
 *
 * @param isWhole - Whether these are all pages of the file.
 * @throws DocumentError `no-text` if this is most of the text
 */
export function withoutWrongLetters(pages: readonly PageText[], isWhole: boolean): { pages: PageText[]; unreadPages: UnreadPages[] } {
  const texts = pages.map(textOf);
  const isWrong = texts.map((text) => hasWrongLetters(text, fewestPairs.page));
  const all = texts.reduce((sum, { length }) => sum + length, 0);
  const wrong = texts.reduce((sum, { length }, index) => sum + (isWrong[index] ? length : 0), 0);
  const isRefused =
    wrong > 0 ? wrong >= mostWrong * all : hasWrongLetters(texts.join(' ').slice(0, longest.document), fewestPairs.document);
  if (isWhole && isRefused) throw wrongLetters();
  const unread: UnreadPages[] = [];
  const read = pages.map((page, index) => {
    if (!isWrong[index]) return page;
    const last = unread.at(-1);
    if (last?.last === page.page - 1) last.last = page.page;
    else unread.push({ first: page.page, last: page.page });
    return { ...page, directions: [] };
  });
  return { pages: read, unreadPages: unread };
}
