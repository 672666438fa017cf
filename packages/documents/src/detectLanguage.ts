const stopWords: Record<string, readonly string[]> = {
  en: [
    'the',
    'of',
    'and',
    'to',
    'in',
    'is',
    'are',
    'that',
    'for',
    'with',
    'by',
    'this',
    'be',
    'which',
    'from',
    'or',
    'on',
    'at',
    'an',
    'as',
    'it',
    'was',
    'can',
    'if',
    'not',
    'has',
    'when',
    'what',
  ],
  de: ['der', 'die', 'das', 'und', 'ist', 'nicht', 'ein', 'eine', 'mit', 'von', 'zu', 'den', 'werden', 'auf', 'für'],
  fr: ['le', 'la', 'les', 'des', 'et', 'est', 'une', 'un', 'du', 'que', 'pour', 'dans', 'par', 'sont', 'avec'],
  es: ['el', 'la', 'los', 'las', 'de', 'y', 'es', 'una', 'un', 'que', 'para', 'con', 'por', 'del', 'son'],
};

/** The language of a text as a BCP 47 tag, by its script and its commonest words; `und` where it is unknown. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, 60_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'und';
  const share = (script: RegExp): number => (sample.match(script)?.length ?? 0) / letters;
  if (share(/\p{Script=Hangul}/gu) > 0.2) return 'ko';
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return 'ja';
  if (share(/\p{Script=Han}/gu) > 0.2) return 'zh';
  if (share(/\p{Script=Arabic}/gu) > 0.3) return 'ar';
  if (share(/\p{Script=Latin}/gu) < 0.5) return 'und';
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counted = Object.entries(stopWords).map(([language, list]) => ({
    language,
    hits: words.filter((word) => list.includes(word)).length,
  }));
  const [best, second] = counted.sort((left, right) => right.hits - left.hits);
  if (!best || best.hits === 0) return 'und';
  // Labels of drawings have few stop words, so two are enough if they are clearly of one language.
  const isSure = best.hits / words.length > 0.04 || (best.hits >= 2 && best.hits >= 2 * (second?.hits ?? 0));
  return isSure ? best.language : 'und';
}

/** The fewest letters from which a single passage's language is recognised. */
const fewestLetters = 40;

/** The language of a passage, if it clearly differs from the language of its source. */
export function passageLanguage(text: string, language: string): string | undefined {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters) return undefined;
  const own = detectLanguage(text);
  return own === 'und' || own === language ? undefined : own;
}
