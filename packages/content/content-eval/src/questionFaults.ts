import { areNumeric, areOfDifferentKinds, contentStems, fold, frameOf, isFiller, listAround, shared } from '@lectern/study-content/gate';
import { mean } from './check.ts';
import type { EvaluatedDeck, EvaluatedQuestion } from './evaluateDeck.ts';
import { containsWords, passageAt, shorten, supportOf, textAround, wordCount } from './text.ts';

export const distractorsOf = ({ draft }: EvaluatedQuestion): string[] => draft.distractors.map(({ text }) => text);
export const optionsOf = (question: EvaluatedQuestion): string[] => [question.draft.answer, ...distractorsOf(question)];
export const textsOf = (question: EvaluatedQuestion): string[] => [question.draft.question, ...optionsOf(question)];
export const rationalesOf = ({ draft }: EvaluatedQuestion): string[] => [
  draft.answerRationale,
  ...draft.distractors.map(({ rationale }) => rationale),
];

/*
 * The functions below describe a fault of a question; `undefined` if there is none.
 */

export function optionFault(question: EvaluatedQuestion): string | undefined {
  const { draft, options } = question;
  if (options.length < 3 || options.length > 4) return `${options.length} options`;
  const [key, ...others] = options.filter(({ isCorrect }) => isCorrect);
  if (!key || others.length > 0) return 'not exactly one right option';
  if (key.text !== draft.answer) return 'the key is not the answer';
  const isLetter = /^\(?[A-Ea-e][).]?$/.test(draft.answer.trim());
  return isLetter && optionsOf(question).some((text) => text.trim().length > 3) ? 'the key is a letter' : undefined;
}

/** The key's length relative to the mean of the distractors. */
export function lengthRatio(question: EvaluatedQuestion): number {
  const lengths = distractorsOf(question).map(({ length }) => length);
  return question.draft.answer.length / Math.max(1, mean(lengths));
}

const unitOf = (text: string): string => fold(text.replace(/\d[\d.,:]*/g, ' ')).replace(/s$/, '');
const sizeOf = (text: string): number => Number((/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] ?? '').replaceAll(',', ''));

function numberFault(shown: readonly string[]): string | undefined {
  if (new Set(shown.map(unitOf)).size > 1) return `different units: ${shown.join(' | ')}`;
  const sizes = shown.map(sizeOf);
  return sizes.some((size, index) => size < (sizes[index - 1] ?? size)) ? 'numbers are not sorted' : undefined;
}

const isSentence = (text: string): boolean => /[.!?。]$/.test(text.trim());

export function kindFault(question: EvaluatedQuestion): string | undefined {
  const shown = question.options.map(({ text }) => text);
  if (areNumeric(shown)) return numberFault(shown);
  const isMixed =
    areOfDifferentKinds(question.draft.question, question.draft.answer, distractorsOf(question)) ||
    shown.some((text) => areNumeric([text]));
  if (isMixed) return `different kinds: ${shown.join(' | ')}`;
  const form = frameOf(question.draft.answer);
  if (distractorsOf(question).every((text) => frameOf(text) !== form)) return 'only the right option starts in its form';
  if (shown.some(isSentence) && !shown.every(isSentence)) return 'only some options end like a sentence';
  const counts = shown.map(wordCount);
  return Math.min(...counts) <= 2 && Math.max(...counts) >= 9 ? 'terms next to long phrases' : undefined;
}

/** Languages with attached particles or without spaces need fewer words. */
const terseLanguages = ['ko', 'ja', 'zh', 'fi', 'hu', 'tr'];

export function stemFault({ draft }: EvaluatedQuestion, { source }: EvaluatedDeck): string | undefined {
  const stem = draft.question.trim();
  const isQuestion = /[?？]["”’)»]*$|[?？][”’)»]*\s*[“"«].*[”"»]$/u.test(stem) || /(까|요|시오|가)[.?]?$/u.test(stem);
  const isCompletion = /_{2,}|…|\[…\]|:$/u.test(stem);
  if (!isQuestion && !isCompletion) return 'neither a question nor a completion';
  const count = wordCount(stem);
  const isCase = /[.!]["”’)]?\s+\p{Lu}/u.test(stem);
  const isShort = count < (terseLanguages.includes(source.language) ? 3 : 5);
  return isShort || count > (isCase ? 90 : 35) ? `${count} words` : undefined;
}

export function explanationFault(question: EvaluatedQuestion): string | undefined {
  const { explanation, answer } = question.draft;
  const { length } = explanation.trim();
  if (length < 60 || length > 500) return `an explanation of ${length} characters`;
  const said = contentStems(answer);
  const added = [...contentStems(explanation)].filter((stem) => !said.has(stem));
  if (added.length < 3) return 'the explanation adds nothing to the answer';
  return rationalesOf(question).some(isFiller) ? 'a rationale is missing' : undefined;
}

export type Rationale = Pick<EvaluatedQuestion, 'draft'> & { distractor: EvaluatedQuestion['draft']['distractors'][number] };

const placeWord =
  /(?:slides?|paragraphs?|folien?|absatz|absätze|diapositives?|diapositivas?|paragraphes?|párrafos?|슬라이드|문단|スライド|段落|幻灯片)\s*(\d+)/giu;

/** A rationale must name a place that contains the distractor, and state something about it from there. */
export function rationaleFault({ draft, distractor }: Rationale, { source }: EvaluatedDeck): string | undefined {
  const { text, rationale } = distractor;
  if (draft.distractors.some((other) => other !== distractor && fold(other.rationale) === fold(rationale)))
    return `shared rationale: “${shorten(rationale)}”`;
  const places = [...rationale.matchAll(placeWord)].map((match) => Number(match[1]));
  if (places.length === 0) return `names no place: “${shorten(rationale)}”`;
  const own = contentStems(rationale.replace(placeWord, ' '));
  const known = contentStems(`${text} ${draft.question}`);
  const added = new Set([...own].filter((word) => !known.has(word)));
  const isSupported = places.some((place) => {
    const there = textAround(source, place, 0);
    const isAboutPlace = shared(added, contentStems(there)) > 0 || shared(own, contentStems(there)) >= 3;
    return isAboutPlace && (supportOf(text, there) ?? 1) >= 0.6;
  });
  return isSupported ? undefined : `says nothing about “${shorten(text, 40)}” from that place: “${shorten(rationale)}”`;
}

/** Whether an option contains all content words of a passage. */
const isWhole = (option: string, passage: string): boolean => contentStems(passage).size > 0 && supportOf(passage, option) === 1;

const gap = /_{2,}|\[…\]/;

/** Evidence in the source that a distractor is right, too. */
export function alsoRight(question: EvaluatedQuestion, { source }: EvaluatedDeck): string | undefined {
  const { question: stem, answer, source: citation } = question.draft;
  const cited = passageAt(source, citation.pointer);
  const isListed = cited?.kind === 'bullet' && isWhole(answer, cited.text);
  const siblings = isListed ? listAround(source, cited).others : [];
  for (const text of distractorsOf(question)) {
    const completed = stem.replace(gap, text).replace(/(?<![?:.])[?:.]+$/, '');
    if (gap.test(stem) && source.passages.some((passage) => containsWords(completed, passage.text)))
      return `“${shorten(text)}” completes a sentence of the source`;
    if (siblings.some((passage) => isWhole(text, passage.text))) return `“${shorten(text)}” is in the same list`;
    if (containsWords(text, answer)) return `“${shorten(text)}” is part of the answer`;
  }
  return undefined;
}
