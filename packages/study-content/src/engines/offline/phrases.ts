import { wordCount } from '../../text/words.ts';
import { baseOf, isPluralNoun } from './facts/grammar.ts';

/** The words around what is taken from the material, in the material's language. */
export interface Phrases {
  whichTerm(meaning: string): string;
  whatMeans(term: string): string;
  standsFor(short: string): string;
  whichListed(heading: string): string;
  /** `undefined` where they make no question. */
  cell(header: string, row: string): string | undefined;
  /** Asks what holds for one of the things that a table compares. */
  compared?(one: string, others: readonly string[]): string;
  /** Asks in what way the things differ that a table compares. */
  differ?(things: readonly string[], feature: string): string;
  meaningOf(term: string, meaning: string, place: string): string;
  describes(term: string, place: string): string;
  belongs(heading: string, place: string): string;
  appliesTo(row: string, place: string): string;
  slide(number: number): string;
  page(number: number): string;
  paragraph(number: number): string;
  where(place: string, topic: string): string;
}

const listed = (terms: readonly string[], and: string): string =>
  terms.length < 2 ? terms.join('') : `${terms.slice(0, -1).join(', ')} ${and} ${terms.at(-1) ?? ''}`;

/** Headers of what a row is: their question needs no noun. */
export const describing =
  /^(?:description|definition|meaning|explanation|details?|about|notes?|summary|(?:one-sentence )?definition in (?:one|a) sentence)$/i;

const manyOf: Record<string, string> = { is: 'are', was: 'were', has: 'have' };

/** Names of what a thing has itself: the effect of a drug, and the treatment for a disease. */
const belonging =
  /(?:products?|effects?|functions?|roles?|causes?|symptoms?|signs?|examples?|advantages?|disadvantages?|purposes?|sizes?|shapes?|colou?rs?|locations?|structures?|features?|characteristics?|origins?|mechanisms?|consequences?|benefits?|limitations?|complications?|types?|components?|duration|onset|place(?: in .+)?)$/i;

/** Whether a row names several things: "steroids", "pallor and sweating". */
const isSeveral = (row: string): boolean => isPluralNoun(row) || / and /.test(row);

/** What stands behind "you" in a header, as it is asked of a row: "give it", "need to know", "watch for". */
function withRow(rest: string, row: string): string {
  if (/ (?:it|them)(?= |$)/.test(rest)) return rest.replace(/ (?:it|them)(?= |$)/, () => ` ${row}`);
  return `${rest} ${/ know$/.test(rest) ? 'about' : 'with'} ${row}`;
}

/** Headers that ask themselves, with the words for a row in them: "Why it is done", "What it measures", "When to use it". */
const askingHeaders: readonly [form: RegExp, ask: (row: string, parts: readonly string[]) => string][] = [
  [
    /^(\S+) (?:it|they) (is|are|was|were|can|may|should|must|has|have) (.+)$/iu,
    (row, [word, verb = '', rest]) => `${word} ${isSeveral(row) ? (manyOf[verb] ?? verb) : verb} ${row} ${rest}`,
  ],
  [
    /^(\S+) (?:it|they) (\p{L}+s)((?: .+)?)$/iu,
    (row, [word, verb = '', rest = '']) => `${word} ${isSeveral(row) ? 'do' : 'does'} ${row} ${baseOf(verb)}${rest}`,
  ],
  [/^(\S+) to (\p{L}+) (?:it|them)$/iu, (row, [word, verb]) => `${word} should one ${verb} ${row}`],
  [/^(\S+) (.+) does to (?:it|them)$/iu, (row, [word, actor]) => `${word} does ${actor} do to ${row}`],
  [
    /^(\S+) ((?:the )?\p{L}+(?: \p{L}+)?) (\p{L}+s) (?:it|them)$/iu,
    (row, [word, actor, verb = '']) => `${word} does ${actor} ${baseOf(verb)} ${row}`,
  ],
  [/^(\S+) (the \p{L}+|\p{Lu}\p{L}+) (\p{L}+s)$/u, (row, [word, actor, verb = '']) => `${word} does ${actor} ${baseOf(verb)} with ${row}`],
  [
    /^(\S+) (you|we) (are|can|may|should|must|will) (.+)$/iu,
    (row, [word, who, verb, rest = '']) => `${word} ${verb} ${who} ${withRow(rest, row)}`,
  ],
  [/^(\S+) (?:you|we) (.+)$/iu, (row, [word, rest = '']) => `${word} do you ${withRow(rest, row)}`],
];

/** The question of a header with one clause, without its mark. */
function askClause(header: string, row: string): string | undefined {
  for (const [form, ask] of askingHeaders) {
    const match = form.exec(header);
    if (match) return ask(row, match.slice(1));
  }
  return undefined;
}

/** The question of a header that is one: "Why it is done", "How it works, and what you watch". `undefined` where it gives none. */
function askQuestionHeader(header: string, row: string): string | undefined {
  const [first = '', ...others] = header.split(/,? and (?=(?:what|how|where|when|why|who|which) )/i);
  const asked = askClause(first, row);
  // The row stands in the first clause.
  const behind = others.map((other) =>
    / (?:it|they|them)(?= |$)/i.test(other) ? undefined : askClause(other, '')?.replace(/ (?:with|about) $/, ''),
  );
  return asked === undefined || behind.includes(undefined) ? undefined : `${[asked, ...behind].join(others.length > 0 ? ', and ' : '')}?`;
}

/** The most words of a header or a row in the middle of a question. */
const longestInside = 5;

/** Asks for a cell of a table by its header, which is a question or the name of what is told; `undefined` where they make no question. */
function askCell(header: string, row: string): string | undefined {
  const named = header.replace(/^(?:the|its|their) /i, '').replace(/\?$/, '');
  if (wordCount(row) > longestInside || /[;:]/.test(named + row)) return undefined;
  if (/^meaning$/i.test(named)) return `What ${isSeveral(row) ? 'do' : 'does'} ${row} mean?`;
  if (describing.test(named)) return `What ${isPluralNoun(row) ? 'are' : 'is'} ${row}?`;
  if (/^(?:what|how|where|when|why|who|which)\b/i.test(named)) return askQuestionHeader(named, row);
  // A sentence has no place in the middle of a question.
  if (wordCount(named) > longestInside || / or /.test(named)) return undefined;
  return `What ${isPluralNoun(named.split(' (')[0] ?? '') ? 'are' : 'is'} the ${named} ${belonging.test(named) ? 'of' : 'for'} ${row}?`;
}

const english: Phrases = {
  whichTerm: (meaning) => `Which term names ${meaning}?`,
  whatMeans: (term) => `What is meant by “${term}”?`,
  standsFor: (short) => `What does “${short}” stand for?`,
  whichListed: (heading) => `Which of these is listed under “${heading}”?`,
  cell: askCell,
  compared: (one, others) => `Which of these describes ${one}, in contrast to ${listed(others, 'and')}?`,
  differ: (things, feature) => `How do ${listed(things, 'and')} differ in ${feature}?`,
  meaningOf: (term, meaning, place) => `“${term}” means: ${meaning} (${place}).`,
  describes: (term, place) => `This is the meaning of “${term}” (${place}).`,
  belongs: (heading, place) => `This stands under “${heading}” (${place}).`,
  appliesTo: (row, place) => `This applies to ${row} (${place}).`,
  slide: (number) => `slide ${number}`,
  page: (number) => `page ${number}`,
  paragraph: (number) => `paragraph ${number}`,
  where: (place, topic) => `${place.charAt(0).toUpperCase()}${place.slice(1)}, “${topic}”:`,
};

const korean: Phrases = {
  whichTerm: (meaning) => `다음 설명에 해당하는 용어는 무엇입니까? “${meaning}”`,
  whatMeans: (term) => `“${term}”에 대한 설명으로 알맞은 것은 무엇입니까?`,
  standsFor: (short) => `“${short}”은(는) 무엇의 약어입니까?`,
  whichListed: (heading) => `“${heading}” 항목에 속하는 것은 무엇입니까?`,
  cell: (header, row) => `“${row}”의 “${header}”에 해당하는 것은 무엇입니까?`,
  meaningOf: (term, meaning, place) => `“${term}”: ${meaning} (${place})`,
  describes: (term, place) => `이것은 “${term}”에 대한 설명입니다 (${place}).`,
  belongs: (heading, place) => `이것은 “${heading}” 항목에 속합니다 (${place}).`,
  appliesTo: (row, place) => `이것은 “${row}”에 해당합니다 (${place}).`,
  slide: (number) => `슬라이드 ${number}`,
  page: (number) => `${number}쪽`,
  paragraph: (number) => `문단 ${number}`,
  where: (place, topic) => `${place}, “${topic}” 참고:`,
};

const german: Phrases = {
  whichTerm: (meaning) => `Welcher Begriff ist hier beschrieben: „${meaning}“?`,
  whatMeans: (term) => `Was bedeutet „${term}“?`,
  standsFor: (short) => `Wofür steht „${short}“?`,
  whichListed: (heading) => `Was gehört zu „${heading}“?`,
  cell: (header, row) => `Was gilt bei „${row}“ für „${header}“?`,
  meaningOf: (term, meaning, place) => `„${term}“: ${meaning} (${place}).`,
  describes: (term, place) => `Das beschreibt „${term}“ (${place}).`,
  belongs: (heading, place) => `Das gehört zu „${heading}“ (${place}).`,
  appliesTo: (row, place) => `Das gilt für „${row}“ (${place}).`,
  slide: (number) => `Folie ${number}`,
  page: (number) => `Seite ${number}`,
  paragraph: (number) => `Absatz ${number}`,
  where: (place, topic) => `Siehe ${place}, „${topic}“:`,
};

const french: Phrases = {
  whichTerm: (meaning) => `Quel terme correspond à cette définition : « ${meaning} » ?`,
  whatMeans: (term) => `Que signifie « ${term} » ?`,
  standsFor: (short) => `Que signifie le sigle « ${short} » ?`,
  whichListed: (heading) => `Lequel de ces éléments figure sous « ${heading} » ?`,
  cell: (header, row) => `Pour « ${row} », que donne « ${header} » ?`,
  meaningOf: (term, meaning, place) => `« ${term} » : ${meaning} (${place}).`,
  describes: (term, place) => `C’est la définition de « ${term} » (${place}).`,
  belongs: (heading, place) => `Cela figure sous « ${heading} » (${place}).`,
  appliesTo: (row, place) => `Cela concerne « ${row} » (${place}).`,
  slide: (number) => `diapositive ${number}`,
  page: (number) => `page ${number}`,
  paragraph: (number) => `paragraphe ${number}`,
  where: (place, topic) => `Voir ${place}, « ${topic} » :`,
};

const spanish: Phrases = {
  whichTerm: (meaning) => `¿Qué término corresponde a esta definición: «${meaning}»?`,
  whatMeans: (term) => `¿Qué significa «${term}»?`,
  standsFor: (short) => `¿Qué significan las siglas «${short}»?`,
  whichListed: (heading) => `¿Cuál de estos elementos figura en «${heading}»?`,
  cell: (header, row) => `Para «${row}», ¿qué corresponde a «${header}»?`,
  meaningOf: (term, meaning, place) => `«${term}»: ${meaning} (${place}).`,
  describes: (term, place) => `Es la definición de «${term}» (${place}).`,
  belongs: (heading, place) => `Esto figura en «${heading}» (${place}).`,
  appliesTo: (row, place) => `Esto corresponde a «${row}» (${place}).`,
  slide: (number) => `diapositiva ${number}`,
  page: (number) => `página ${number}`,
  paragraph: (number) => `párrafo ${number}`,
  where: (place, topic) => `Véase ${place}, «${topic}»:`,
};

/** Signs instead of words, for any other language. */
const signs: Phrases = {
  ...english,
  whichTerm: (meaning) => `“${meaning}” = ?`,
  whatMeans: (term) => `“${term}” = ?`,
  standsFor: (short) => `“${short}” = ?`,
  whichListed: (heading) => `${heading} → ?`,
  cell: (header, row) => `${row} – ${header}: ?`,
  meaningOf: (term, meaning, place) => `“${term}”: ${meaning} (${place}).`,
  describes: (term, place) => `“${term}” (${place}).`,
  belongs: (heading, place) => `“${heading}” (${place}).`,
  appliesTo: (row, place) => `“${row}” (${place}).`,
};

const languages: Record<string, Phrases> = { en: english, ko: korean, de: german, fr: french, es: spanish };

/** The phrases of a language; signs for one that has none here, which the engine then says. English where it is unknown. */
export const phrasesFor = (language: string): Phrases => languages[language] ?? (language === 'und' ? english : signs);

/** What the engine cannot do in a language, as a sentence, or `undefined` where it works fully. */
export function languageLimitation(language: string): string | undefined {
  if (language === 'en' || language === 'und') return undefined;
  if (language in languages) return 'In this language the offline engine works from definitions, lists and tables alone.';
  return 'The offline engine does not know this language: it works from definitions, lists and tables alone.';
}
