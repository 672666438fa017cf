import { compatible } from './characters.ts';
import { memoiseByText } from './memoise.ts';

const functionWords = new Set(
  (
    'a an the and or but nor so yet of to in on at by for from with without into onto over under above below between among through during before after about against as than then that this these those it its they them their there here he she his her him we us our you your i my is are was were be been being am do does did done have has had having will would shall should can could may might must not no yes if when while where which who whom whose what why how all any each every some such more most less least many much few only also very just too own same other another one two both either neither per via up down out off again once because until since whether within upon etc eg ie ' +
    'und oder der die das ein eine ist sind von zu mit für auf im den dem des le la les un une des du de et est sont pour par avec dans que qui el los las y es son una con del que'
  ).split(' '),
);

const space = /\s/;

/** Folds a text for comparison: ignores compatibility forms, case, punctuation and white space. */
export const fold = memoiseByText((text) =>
  compatible(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')
    .trim(),
);

export const wordsOf = memoiseByText((text): readonly string[] => fold(text).split(' ').filter(Boolean));

/** Whether a text contains the words of another, consecutively. */
export const containsWords = (text: string, words: string): boolean => ` ${fold(text)} `.includes(` ${fold(words)} `);

/** Counts words separated by white space. Scans without allocating. */
export function wordCount(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 0x20 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : code >= 0xa0 && space.test(text.charAt(at));
    if (!isSpace && !isInWord) count += 1;
    isInWord = !isSpace;
  }
  return count;
}

/** A crude English stem of at most eight letters, enough to match inflected forms. */
export const stem = (word: string): string =>
  word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(ations?|ings?|ments?|ies|ers?|ed|es|s|ly|e|y)$/, '').slice(0, 8);

/** The content words of a text, as stems. */
export const contentStems = memoiseByText(
  (text): ReadonlySet<string> =>
    new Set(
      wordsOf(text)
        .filter((word) => !functionWords.has(word) && (word.length > 1 || /[^a-z]/.test(word)))
        .map(stem),
    ),
);

/** Function words that reverse a statement: "before" and "after", "with" and "without". */
const turning = new Set(
  'before after above below over under up down in out on off with without into from between during against not no never nor more less most least fewer only same all each every any some few many much both either neither if unless until because although may might must should can cannot could will would first last than'.split(
    ' ',
  ),
);

/** The reversing words of a text. */
const turningWords = memoiseByText((text): ReadonlySet<string> => new Set(wordsOf(text).filter((word) => turning.has(word))));

/** Whether a text has every reversing word of another text. */
export const hasTurningWords = (text: string, of: string): boolean => {
  const own = turningWords(text);
  return [...turningWords(of)].every((word) => own.has(word));
};

export function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [fewer, more] = left.size < right.size ? [left, right] : [right, left];
  let count = 0;
  for (const word of fewer) if (more.has(word)) count += 1;
  return count;
}

const wordSet = memoiseByText((text): ReadonlySet<string> => new Set(wordsOf(text)));

/** Jaccard similarity of the word sets of two texts, 0 to 1. */
export function likeness(left: string, right: string): number {
  const [one, other] = [wordSet(left), wordSet(right)];
  const both = shared(one, other);
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** Starts of texts that keep their lower case: "pH", "mRNA", "p53", "x > 0", "a = v / t", "s_max" and "α-helix". */
const symbolAtStart = /^(?:\p{Ll}+[\p{Lu}\d_]|[b-hj-np-z](?!\p{L})|\p{Ll}\s?[=<>≤≥≈±+*/^⇒→]|\p{Script=Greek}(?!\p{L}))/u;

/** Capitalises a text unless it starts with a symbol. */
export const upperFirst = (text: string): string => (symbolAtStart.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** Lowercases the first letter unless the word is a name, an acronym or has inner capitals. */
export function lowerFirst(text: string, names: ReadonlySet<string> = new Set()): string {
  const first = text.split(/[\s,]/)[0] ?? '';
  if (/^(The|An?)\s/.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  // Capitalised words in a row, such as "Data Life Cycle", are a term.
  if (/^\S+\s\p{Lu}/u.test(text) || isTitleCase(text)) return text;
  // A single letter is a name: "T cells".
  return first.length > 1 && /^\p{Lu}(?!-)[\p{Ll}’'-]*$/u.test(first) && !names.has(first.replace(/[’']s$/, '')) && first !== 'I'
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** Whether every longer word is capitalised, as in "View of Data". */
const isTitleCase = (text: string): boolean => {
  const words = text.split(' ');
  return words.length > 2 && words.every((word) => word.length <= 3 || /^\p{Lu}/u.test(word));
};

/** Converts a title-case heading to sentence case. Names and abbreviations keep their capitals. */
export function plainCase(text: string, names: ReadonlySet<string>): string {
  const words = text.split(' ');
  const isInCapitals = words.length > 1 && words.every((word) => word.length <= 3 || !/^\p{Ll}/u.test(word));
  if (!isInCapitals) return lowerFirst(text, names);
  const isOrdinary = (word: string): boolean =>
    /^\p{Lu}\p{Ll}*(?:-\p{L}\p{Ll}+)*(?:[’']s)?,?$/u.test(word) && !names.has(word.replace(/[’']s,?$|,$/, ''));
  return words.map((word) => (isOrdinary(word) ? word.toLowerCase() : word)).join(' ');
}

export const withoutStop = (text: string): string => text.replace(/(?<![\s.;,:])[\s.;,:]+$/, '');

/** Negations in the supported languages. */
export const negations =
  /\b(not|never|cannot|without|neither|nor|unless|nobody|nothing|nowhere|none)\b|\bno(?= \p{L})|n[’']t\b|\b(nicht|nie|niemals|kein\p{L}*|ohne)\b|\b(ne|jamais|aucun\p{L}*|sans|pas)\b|\b(nunca|jamás|ningun\p{L}*|ningún|sin)\b|않|없|아니|못하|ない|ません|不(?!同|仅)|没有|未/giu;

/** A single negation in two words: "neither A nor B". */
const pairedNegation = /\bneither\b(?=[^.;!?]{1,80}\bnor\b)/giu;

/** Counts the negations in a text. "Neither … nor" counts once. */
export const negationCount = (text: string): number => text.replace(pairedNegation, ' ').match(negations)?.length ?? 0;

// Words that carry no fact, so an answer may use different ones than its source.
const everyday =
  'make makes made making get gets got give gives given giving take takes taken taking go goes gone going come comes keep keeps kept put puts let lets use uses used using work works working act acts depend depends depending concern concerns concerned involve involves involved help helps become becomes remain remains stay stays begin begins start starts stop stops happen happens occur occurs place show shows shown mean means say says said tell tells call calls called name names need needs needed want wants like look looks find finds found see seen know known think ' +
  'well good better best bad worse new old big large small little long short high low right wrong whole full certain possible likely usual usually often always never sometimes already still yet soon again together alone apart instead rather enough almost nearly about around exactly simply directly quickly slowly easily fast slow early late first last next once everybody everyone somebody someone anybody anyone nobody person people man woman patient thing things something anything everything nothing way ways part parts kind kinds type types case cases time times day fact reason result effect amount number because therefore thus hence anyway otherwise moreover besides however ever even also both each other another same different own very too either whole lot bit matter point rule kind sort';
const stems = contentStems(everyday);

/** The words of a text that carry a fact, as stems. */
export const factStems = (text: string): string[] => [...contentStems(text)].filter((stem) => !stems.has(stem));
