import { endsSentence } from '@lectern/contracts/plain';
import { compatible, hasSameSymbols } from '../text/characters.ts';
import { sentencesIn } from '../text/sentences.ts';
import { contentStems, fold, wordsOf } from '../text/words.ts';

/** Folds an option for comparison. Ignores case, articles and punctuation, but keeps meaningful signs (+, −, #, <, >, %, °). */
export function foldOption(text: string): string {
  const folded = compatible(text)
    .toLowerCase()
    .replace(/["“”„«»‘‚「」『』`]/g, ' ')
    .replace(/[‐-―−]/g, '-')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
    .replace(/^\s*(an?|the|el|la|los|las|le|les|der|die|das)\s+(?=\S)/u, '')
    .replace(/(?<=[\p{L}])-(?=[\p{L}])/gu, ' ')
    .replace(/[^\p{L}\p{N}\p{M}+#<>=%°^*/.,-]+/gu, ' ')
    .replace(/\.(?!\d)|,\s*$/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return folded === '' ? text.trim() : folded;
}

const minPhraseWords = 3;

/** The comparison key of an option. In a phrase without signs, commas and semicolons do not count. */
const optionKey = (text: string): string =>
  wordsOf(text).length >= minPhraseWords && !/[+#<>=°^*/%\d]/.test(text) ? fold(foldOption(text)) : foldOption(text);

/** Whether two options are the same. Symbols are compared as written: Co and CO, cm² and cm2 differ. */
export const isSameOption = (one: string, other: string): boolean => optionKey(one) === optionKey(other) && hasSameSymbols(one, other);

const filler =
  /^(n\.?\/?a\.?|none|null|undefined|nan|todo|tbd|tba|unknown|other|others|not (applicable|available|specified|given|sure)|i (do not|don[’']t) know|lorem ipsum.*|x{2,}|\.{2,}|…|[-–—_?*.]+|(option|answer|choice|distractor|placeholder|card|front|back|question|item|wrong answer|incorrect answer|filler|dummy|test|sample)\s*[#(]?\w?\d*\)?|keine|nichts|aucun|ninguno|ninguna|없음|해당 없음|모름|無し|なし|无|沒有|沒有答案)$/iu;
const aboveOptions =
  /\b(all|none|both|neither|either|any|some)\s+(of\s+)?(the\s+|these\s+)?(above|these|those|below|following|others?|options|answers|choices)\b(?!\s+\p{L})|^(both|neither|either)\s+(option\s+|answer\s+)?\(?[a-d1-4]\)?\s+(and|nor|or|&)\s+(option\s+|answer\s+)?\(?[a-d1-4]\)?\s*(?:(?:is|are|apply)\b[^,]{0,20})?\.?$|\b(options?|answers?|choices?)\s+(?:[a-d](?=\s*(?:$|[.,;)]|and\b|or\b))|\([a-d]\))|(?<!\p{L})\(?[a-d]\)?\s+(and|&|or)\s+\(?[a-d]\)?\s+(only|are|both)\b|\b(alle|keine) (der )?(genannten|antworten|oben)|\b(toutes|aucune) (les|des) (réponses|options)|\b(tod[ao]s|ningun[ao]) (l[ao]s|de l[ao]s) (anteriores|opciones)|위(의)? (모두|모든)|모두 (해당|정답|맞)|(위|해당)(하는| 항목)? ?(없음|없다)|以上(皆|都|全部)|上記(の)?すべて|すべて正しい/iu;

export const isFiller = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed === '' || filler.test(trimmed) || (!/[\p{L}\p{N}]/u.test(trimmed) && !isSign(trimmed));
};
export const pointsAtOptions = (text: string): boolean => aboveOptions.test(text);

/** Whether a text is a formula, such as "O(log n)", "M × V" or "n^2": letters with signs, and no word of four letters. */
const isFormula = (text: string): boolean =>
  /\p{L}/u.test(text) && /[=+×·*/^<>≤≥−√]|\p{L}\(|\d\p{L}{1,2}$/u.test(text) && !/\p{L}{4,}/u.test(text);

/**
 * Whether an option is an option letter or number ("B", "Option 3"), or starts with one ("B. Digoxin").
 *
 * @param material - The cited passage. What it contains, such as "E. coli", is not an option letter.
 */
export function isKeyLetter(text: string, others: string[], material: string): boolean {
  const bare = /^\(?(option|answer|choice)?\s*\(?([a-e]|[ivx]{1,3}|\d)\)?[.):]?$/i;
  const marked = /^\(?[a-e]\)?[.):]\s+\S/i;
  const abbreviated = /^\p{Lu}\. \p{Ll}/u;
  const trimmed = text.trim();
  if (marked.test(trimmed))
    return !(abbreviated.test(trimmed) && [text, ...others].some((option) => abbreviated.test(option) && material.includes(option.trim())));
  if (!bare.test(trimmed)) return false;
  // Vitamins, blood groups and complexes I to IV are letters; the other options are then as short. A symbol from the material may be among
  // formulas.
  const isSymbol = /^\p{L}$/u.test(trimmed) && new RegExp(`(?<!\\p{L})${trimmed}(?!\\p{L})`, 'u').test(material);
  return !others.every((other) => other.trim().length <= 4 || (isSymbol && isFormula(other)));
}

/** The grammatical form of an option, judged by its first words. */
type Frame = 'article' | 'to' | 'ing' | 'number' | 'preposition' | 'because' | 'subject-verb' | 'plain';

const prepositions =
  /^(in|on|at|by|with|without|through|during|before|after|under|over|between|among|within|from|for|into|against|along|across|upon|via|per|toward|towards|near|behind|beyond|around)\s/i;

export function frameOf(text: string): Frame {
  const trimmed = text.trim().replace(/^["“‘(]/, '');
  if (/^(an?|the)\s/i.test(trimmed)) return 'article';
  if (/^to\s\p{Ll}/iu.test(trimmed)) return 'to';
  if (/^(because|since|so that|when|if|although|while|unless|until)\s/i.test(trimmed)) return 'because';
  if (prepositions.test(trimmed)) return 'preposition';
  // "Raising the head" is an action; "Swelling of the legs" and "Operating system" are things.
  if (
    /^\p{L}{3,}ing\s+(the|an?|that|this|its?|their|his|her|all|each|every|any|both|no|not|whether|how|what|for|to|up|out)\s/iu.test(trimmed)
  )
    return 'ing';
  if (/^(it|they|he|she|we|you|this|these|that|there)\s/i.test(trimmed)) return 'subject-verb';
  return /^[\d$£€]/.test(trimmed) ? 'number' : 'plain';
}

const isPlural = (text: string): boolean | undefined => {
  const words = text.trim().split(/\s+/);
  if (words.length > 3) return undefined;
  const head = (
    words.find((_, index) => /^(of|for|in|on|to|from|with)$/i.test(words[index + 1] ?? '')) ??
    words.at(-1) ??
    ''
  ).toLowerCase();
  if (!/^\p{Script=Latin}+$/u.test(head) || head.length < 4) return undefined;
  return /[^suiao]s$|[aeo]es$|ies$/.test(head);
};

/** Whether all distractors share a property that the answer does not. */
const setsApart = <Value>(answer: string, distractors: string[], of: (text: string) => Value): boolean => {
  const own = of(answer);
  const others = distractors.map(of);
  return own !== undefined && others.every((other) => other !== undefined && other !== own) && new Set(others).size === 1;
};

/** Whether grammar gives the answer away: an article before the gap, a full stop, or number. */
export function hasGrammarCue(question: string, answer: string, distractors: string[]): boolean {
  const article = /\b(an?)\s*(?:(?:\?|:|…|\.{3})\s*$|__)/i.exec(question)?.[1]?.toLowerCase();
  if (article !== undefined) {
    const fits = (text: string): boolean =>
      article === 'an'
        ? /^["“‘(]?([aeiou]|h(our|onest|eir))/i.test(text.trim())
        : /^["“‘(]?([^aeiou\s]|u(ni|se|ti|ro)|eu|one)/i.test(text.trim());
    if (fits(answer) && !distractors.every(fits)) return true;
    if (!fits(answer)) return true;
  }
  if (setsApart(answer, distractors, endsSentence)) return true;
  // "Which of these are …?" with a single plural option.
  const asksMany = /\b(are|were|have|do) (the )?[^?]{0,40}\?|\bwhich (two|three|\p{L}+s) (are|were|have|do)\b/iu.test(question);
  const asksOne = /\b(is|was|has|does) (the |an? )?[^?]{0,40}\?|\bwhich \p{L}*[^s\W] (is|was|has|does)\b/iu.test(question);
  if ((asksMany || asksOne) && asksMany !== asksOne && setsApart(answer, distractors, isPlural)) return isPlural(answer) === asksMany;
  return false;
}

const symbolOf = (text: string): string | undefined =>
  /^[^\p{L}\d]{0,2}\d[\d.,]*\s*(%|[\p{L}°µ/]{1,12})?$/u.exec(text.trim())?.[1]?.toLowerCase() ??
  (/\d/.test(text) && !/\p{L}/u.test(text) ? '' : undefined);

const isNumeric = (text: string): boolean => /^[^\p{L}\d]{0,2}\d[\d.,\s]*(%|\p{L}[\p{L}\s°/]{0,24})?$/u.test(text.trim());

/** Questions that a noun, an action or a clause can answer alike: "describes the goods" and "bad faith" are both grounds. */
const asksForAnyForm =
  /\b(?:grounds?|reasons?|causes?|conditions?|requirements?|criteri(?:on|a)|exceptions?|exemptions?|defen[cs]es?|objections?|circumstances?|arguments?|factors?|features?|advantages?|disadvantages?|benefits?|drawbacks?|risks?|duty|duties|rights?|tasks?|aims?|goals?|purposes?|measures?|remed(?:y|ies)|steps?|means|ways?)\b/i;

/** Whether options differ in kind: a number or sign among words, another unit, or another grammatical form if the question asks for one. */
export function areOfDifferentKinds(question: string, answer: string, distractors: string[]): boolean {
  const all = [answer, ...distractors];
  if (areSigns(all)) return false;
  if (all.some(isSign)) return true;
  if (all.some(isFormula) && all.every((text) => isFormula(text) || isNumeric(text) || /^\p{L}$/u.test(text.trim()))) return false;
  const numeric = all.map(isNumeric);
  if (numeric.includes(true) && numeric.includes(false)) return true;
  if (numeric.every(Boolean)) {
    const symbols = all.map(symbolOf);
    return new Set(symbols).size > 1 && setsApart(answer, distractors, symbolOf);
  }
  const frames = new Set<Frame>(asksForAnyForm.test(sentencesIn(question).at(-1) ?? '') ? [] : ['to', 'ing', 'because', 'preposition']);
  const own = frameOf(answer);
  const others = distractors.map(frameOf);
  if (new Set(others).size === 1 && others[0] !== own && (frames.has(own) || frames.has(others[0] ?? 'plain'))) return true;
  // A code or acronym, such as "BRCA1", among words.
  return setsApart(answer, distractors, (text) => /^[\p{Lu}\d-]{1,12}$/u.test(text.trim()));
}

/** Whether the question contains the answer and no distractor. */
export function standsInQuestion(question: string, answer: string, distractors: string[]): boolean {
  const stem = ` ${fold(question)} `;
  const stands = (text: string): boolean =>
    isSign(text) ? question.includes(text.trim()) : fold(text) !== '' && stem.includes(` ${fold(text)} `);
  return stands(answer) && !distractors.some(stands);
}

/** The number and share of the answer's content words that are in the question; 0 if a distractor shares any, too. */
export function leakOf(question: string, answer: string, distractors: string[]): { words: number; share: number } {
  const stem = contentStems(question);
  const own = [...contentStems(answer)];
  const leaked = own.filter((word) => stem.has(word));
  const others = distractors.some((text) => [...contentStems(text)].some((word) => stem.has(word)));
  return others ? { words: 0, share: 0 } : { words: leaked.length, share: own.length === 0 ? 0 : leaked.length / own.length };
}

/** Symbols, and punctuation with a name. Excludes lines, bullets and boxes, which only fill space. */
const sign = /^(?:(?![─-◿☐-☒|~])[\p{Sm}\p{So}\p{Sc}§¶†‡%‰&@#]){1,3}$/u;

/** Whether a text is only a sign, such as "®", "∞" or "§", so that it has no words to compare. */
export const isSign = (text: string): boolean => sign.test(text.trim());

/** Whether a text fits among signs: a sign, a letter such as "Ω", or an abbreviation such as "SM". */
const isLikeSign = (text: string): boolean => isSign(text) || /^(?:\p{L}|[\p{Lu}\d]{1,4})$/u.test(text.trim());

/** Whether texts are all signs, or letters and abbreviations among signs. */
const areSigns = (texts: readonly string[]): boolean => texts.some(isSign) && texts.every(isLikeSign);

/** Whether a text contains a sign. */
export const hasSign = (text: string): boolean => [...text].some(isSign);
