import { compatible } from '../text/characters.ts';
import { stem, wordsOf } from '../text/words.ts';
import { memoiseBySource } from '../text/memoise.ts';

// Endings of international non-proprietary drug names.
const medicine =
  /^\p{Ll}{2,}(olol|pril|sartan|statin|azole|mycin|micin|cillin|cycline|floxacin|oxacin|prazole|tidine|dipine|gliptin|gliflozin|glutide|parin|xaban|gatran|setron|triptan|zepam|zolam|barbital|caine|dronate|thiazide|semide|tinib|ciclib|mab|cept|vir|oxetine|azine|pine|idone|sone|solone|olone|terol|phylline|formin|glitazone|fibrate|relin|stigmine|curium|profen|coxib|oxicam|codone|morphone)$/u;

/** Finds acronyms, gene codes, drug names, and capitalised words within a sentence. */
function namesIn(text: string, language: string): string[] {
  const names: string[] = [];
  const tokens = compatible(text).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  tokens.forEach((token, index) => {
    const capitals = token.match(/\p{Lu}/gu)?.length ?? 0;
    const isCode = token.length >= 2 && (capitals >= 2 || (capitals === 1 && (/\d/.test(token) || /^\p{Ll}+\p{Lu}/u.test(token))));
    // German nouns and the first word of an option are capitalised anyway.
    const before = tokens[index - 1];
    const isCapitalised = index > 0 && language !== 'de' && /^\p{Lu}\p{Ll}{2,}$/u.test(token) && before !== undefined;
    if (isCode || isCapitalised || medicine.test(token.toLowerCase())) names.push(token);
  });
  return names;
}

const withStems = (text: string): Set<string> => {
  const all = new Set<string>();
  for (const word of wordsOf(text)) {
    all.add(word);
    all.add(stem(word));
  }
  return all;
};

/** The words of a source and its title, with their stems. */
export const knownNames = memoiseBySource((source): ReadonlySet<string> =>
  withStems([source.title, ...source.passages.map(({ text }) => text)].join('\n')),
);

/** The first name in a claim that is neither in the source nor in the question. */
export function inventedName(
  claim: string,
  question: string,
  { language, names: namesOfSource }: { language: string; names: () => ReadonlySet<string> },
): string | undefined {
  const names = namesIn(claim, language);
  if (names.length === 0) return undefined;
  const [known, inQuestion] = [namesOfSource(), withStems(question)];
  const isKnown = (word: string): boolean => known.has(word) || inQuestion.has(word);
  return names.find(
    (name) => !wordsOf(name).every((part) => isKnown(part) || isKnown(stem(part)) || isKnown(stem(part.replace(/s$/, '')))),
  );
}
