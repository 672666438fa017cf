// Common words of each language that are rare in the others.
const commonWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'the of and to is are that with for this which what by from does not it its was were when how who has have be on at as an or than only because'.split(
      ' ',
    ),
  ),
  de: new Set(
    'der die das und ist nicht ein eine einen einem mit von zu den dem werden wird auf für durch welche welcher welches bei sich oder auch nach über aus'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'le la les des et est une du que pour dans par sont avec qui quel quelle quels sur pas ce cette aux au ou plus où comment'.split(' '),
  ),
  es: new Set('el la los las y es una del que para con por son qué cuál cómo se no su en al lo más cuando o entre sobre'.split(' ')),
  it: new Set('il lo la gli le e è una del della che per con sono quale quali cosa nel nella di non si da dei delle'.split(' ')),
  pt: new Set('o os as e é uma um do da que para com por são qual quais não em no na dos das se ao mais como'.split(' ')),
  nl: new Set('de het een en is van niet met voor wat welke zijn wordt door op die dat bij naar ook of deze'.split(' ')),
};

const scripts: readonly (readonly [language: readonly string[], pattern: RegExp])[] = [
  [['ko'], /\p{Script=Hangul}/gu],
  [['ja'], /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  [['zh', 'ja'], /\p{Script=Han}/gu],
  [['ar', 'fa', 'ur'], /\p{Script=Arabic}/gu],
  [['ru', 'uk', 'bg', 'sr'], /\p{Script=Cyrillic}/gu],
  [['he'], /\p{Script=Hebrew}/gu],
  [['el'], /\p{Script=Greek}/gu],
  [['hi', 'mr', 'ne'], /\p{Script=Devanagari}/gu],
  [['th'], /\p{Script=Thai}/gu],
];

const baseOf = (language: string): string => language.toLowerCase().split('-')[0] ?? language;

/**
 * Whether a text is clearly in another language than the one asked for. Foreign names and terms do not count. False where the language
 * cannot be told.
 */
export function isInOtherLanguage(text: string, language: string): boolean {
  const asked = baseOf(language);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (asked === 'und' || letters < 8) return false;
  const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / letters;
  const own = scripts.filter(([languages]) => languages.includes(asked));
  if (own.length > 0) {
    // Half of a Korean sentence may be English terms.
    return own.every(([, pattern]) => share(pattern) < 0.1) && letters > 40;
  }
  if (scripts.some(([, pattern]) => share(pattern) > 0.3)) return true;
  const ownWords = commonWords[asked];
  if (!ownWords) return false;
  // A single capital is a symbol, such as in "O(n)", and no word.
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !/^\p{Lu}$/u.test(word)).map((word) => word.toLowerCase());
  const hits = (list: ReadonlySet<string>): number => words.filter((word) => list.has(word)).length;
  const ownHits = hits(ownWords);
  // A word of two languages ("la", "que", "no") counts for both.
  return Object.entries(commonWords).some(([other, list]) => {
    if (other === asked) return false;
    const foreign = hits(list);
    return foreign >= 3 && foreign / words.length > 0.12 && foreign > ownHits * 2;
  });
}
