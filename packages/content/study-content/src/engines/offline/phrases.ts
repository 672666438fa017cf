/** The phrases around extracted text, in the language of the material. */
export interface Phrases {
  whichTerm(meaning: string): string;
  whatMeans(term: string): string;
  standsFor(short: string): string;
  whichListed(heading: string): string;
  meaningOf(term: string, meaning: string, place: string): string;
  describes(term: string, place: string): string;
  belongs(heading: string, place: string): string;
  slide(number: number): string;
  page(number: number): string;
  paragraph(number: number): string;
  where(place: string, topic: string): string;
}

const english: Phrases = {
  whichTerm: (meaning) => `Which term names ${meaning}?`,
  whatMeans: (term) => `What is meant by “${term}”?`,
  standsFor: (short) => `What does “${short}” stand for?`,
  whichListed: (heading) => `Which of these is listed under “${heading}”?`,
  meaningOf: (term, meaning, place) => `“${term}” means: ${meaning} (${place}).`,
  describes: (term, place) => `This is the meaning of “${term}” (${place}).`,
  belongs: (heading, place) => `This stands under “${heading}” (${place}).`,
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
  meaningOf: (term, meaning, place) => `“${term}”: ${meaning} (${place})`,
  describes: (term, place) => `이것은 “${term}”에 대한 설명입니다 (${place}).`,
  belongs: (heading, place) => `이것은 “${heading}” 항목에 속합니다 (${place}).`,
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
  meaningOf: (term, meaning, place) => `„${term}“: ${meaning} (${place}).`,
  describes: (term, place) => `Das beschreibt „${term}“ (${place}).`,
  belongs: (heading, place) => `Das gehört zu „${heading}“ (${place}).`,
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
  meaningOf: (term, meaning, place) => `« ${term} » : ${meaning} (${place}).`,
  describes: (term, place) => `C’est la définition de « ${term} » (${place}).`,
  belongs: (heading, place) => `Cela figure sous « ${heading} » (${place}).`,
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
  meaningOf: (term, meaning, place) => `«${term}»: ${meaning} (${place}).`,
  describes: (term, place) => `Es la definición de «${term}» (${place}).`,
  belongs: (heading, place) => `Esto figura en «${heading}» (${place}).`,
  slide: (number) => `diapositiva ${number}`,
  page: (number) => `página ${number}`,
  paragraph: (number) => `párrafo ${number}`,
  where: (place, topic) => `Véase ${place}, «${topic}»:`,
};

/** Symbols instead of words, for any other language. */
const signs: Phrases = {
  ...english,
  whichTerm: (meaning) => `“${meaning}” = ?`,
  whatMeans: (term) => `“${term}” = ?`,
  standsFor: (short) => `“${short}” = ?`,
  whichListed: (heading) => `${heading} → ?`,
  meaningOf: (term, meaning, place) => `“${term}”: ${meaning} (${place}).`,
  describes: (term, place) => `“${term}” (${place}).`,
  belongs: (heading, place) => `“${heading}” (${place}).`,
};

const languages: Record<string, Phrases> = { en: english, ko: korean, de: german, fr: french, es: spanish };

/** Looks up phrases by language. Falls back to symbols, or to English if the language is unknown. */
export const phrasesFor = (language: string): Phrases => languages[language] ?? (language === 'und' ? english : signs);

/** A sentence about the engine's limits in a language; `undefined` if there are none. */
export function languageLimitation(language: string): string | undefined {
  if (language === 'en' || language === 'und') return undefined;
  if (language in languages) return 'In this language the offline engine works from definitions and lists alone.';
  return 'The offline engine does not know this language: it works from definitions and lists alone.';
}
