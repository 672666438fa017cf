import { endMarks } from '@lectern/contracts/plain';
import { sentencesIn } from '../text/sentences.ts';
import { wordCount } from '../text/words.ts';
import { otherLanguage } from '@lectern/documents/language';
import { memoiseBySource } from '../text/memoise.ts';

/** Phrases that refer to something the learner cannot see: the slide, a figure, another option. */
const unseenPhrases: readonly RegExp[] = [
  // Slides and figures in English
  /\b(on|in|from|of) (this|the (next|previous|following|last|current)) (slide|page|figure|table|chart|image|diagram|lecture|chapter|section|module|lesson)\b/iu,
  /\b(paragraph|bullet|line|row) (of|on) (this|the) (page|slide|lecture|text|material)\b/iu,
  /\b(this|these|following|previous|next) (slide|figure|diagram|image|picture|chapter)s?\b/iu,
  /\bthe (figure|diagram|image|picture|table|chart|graph|photo)s? (below|above|shown|on the (left|right))\b/iu,
  /\b(shown|see|seen|listed|described|mentioned|discussed|noted) (above|below|earlier|previously|here|on the (left|right))\b/iu,
  /\bas (discussed|shown|mentioned|described|noted|seen)\b/iu,
  /(?:^|[.;:(]\s*)(?:please )?(?:see|refer to) (?:the )?(?:slide|figure|table|page|chapter|diagram|chart|image|next|previous|above|below)\b/iu,
  /\b(see|refer to) (slide|figure|table|page|chapter) \d/iu,
  /\b[Oo]ption [A-D](?![\p{L}\d])/u,
  /\boption \([a-d]\)/iu,
  /\bthe (text|passage) (above|below)\b/iu,
  // Other languages
  /(?<!\p{L})(이|위|아래|다음) ?(슬라이드|그림|사진|도표)(?!\p{L}{3})/iu,
  /\b(auf|in) dieser (Folie|Abbildung|Tabelle)\b/iu,
  /\b(sur|dans) cette (diapositive|figure|image)\b/iu,
  /\ben esta (diapositiva|figura|imagen)\b/iu,
  /(この|上の|下の)(スライド|図)|(本页|上图|下图|如图)/iu,
];

/** Phrases that may be part of the subject, such as the current page of a site. */
const placeInSubject = /\bthe (?:next|previous|following|last|current) (?:page|table|image|section|module)\b/giu;

/**
 * Whether a text refers to something the learner cannot see.
 *
 * @param material - The text around the cited place. If it says "the current page" itself, that is part of the subject.
 */
export function refersToUnseen(text: string, material: () => string): boolean {
  const found = unseenPhrases.some((phrase) => phrase.test(text));
  if (!found) return false;
  const materialText = material().toLowerCase();
  const rest = text.replace(placeInSubject, (phrase) => (materialText.includes(phrase.toLowerCase()) ? ' ' : phrase));
  return rest !== text ? unseenPhrases.some((phrase) => phrase.test(rest)) : true;
}

/** Removes links to places, and "slide 3" or "(paragraph 4)", because these numbers are not claims. */
export const withoutPlaces = (text: string): string =>
  text
    .replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' ')
    .replace(
      /(?<!\p{L})(slides?|pages?|paragraphs?|folien?|seiten?|páginas?|absatz|absätze|diapositives?|paragraphes?|diapositivas?|párrafos?|슬라이드|문단|スライド|段落|幻灯片|第)\s*#?\d+((\s*(,|and|und|et|y|to|–|-)\s*)\d+)*/giu,
      ' ',
    );

/** The number of things that a question asks for: "which two dangers", "welche drei Gründe". */
const askedCount =
  /(?<=(?<!\p{L})(?:which|what|welche\p{L}?|quels?|quelles?|qué|cuáles|quali)\s)(?:\d|10|two|three|four|five|six|zwei|drei|vier|fünf|deux|trois|quatre|cinq|dos|tres|cuatro|due|tre|quattro)\s(?=\p{L})/giu;

/** Small numbers in words, which express plural rather than a quantity. */
const fewInWords = /(?<!\p{L})(?:two|three|four|both|zwei|drei|vier|deux|trois|dos|tres|due|tre)(?!\p{L})/giu;

/** Removes numbers that count what is asked for, such as "(3 points)" and "which two reasons". */
export const withoutCounts = (text: string): string =>
  withoutPlaces(text)
    .replace(askedCount, ' ')
    .replace(fewInWords, ' ')
    .replace(
      /(?<![\d.,])(\d|10|two|three|four|five|six|seven|eight|nine|ten)\s+(?=(\p{L}+\s)?(points?|reasons?|steps?|ways?|parts?|things?|elements?|items?|types?|kinds?|stages?|phases?|examples?|conditions?|questions?|statements?|options?|terms?|causes?|effects?|signs?|factors?)\b)/giu,
      ' ',
    );

const minCaseWords = 8;
const sentenceBefore = new RegExp(`[${endMarks}]["”’)]?\\s+\\S`);

/** Whether a question starts with a case. The person in a case may have any age and values. */
export const isCase = (question: string): boolean =>
  wordCount(question) >= minCaseWords && sentenceBefore.test(question.trim()) && /[?？؟…:]["”’)]?\s*$/.test(question.trim());

export const lastSentenceOf = (question: string): string => sentencesIn(question).at(-1) ?? question;

export const asksWhy = (question: string): boolean => /^why\b|\bfor what reason\b/i.test(lastSentenceOf(question));

/** Words and signs that start a subordinate clause. A negation after them does not make the question negative. */
const subordination =
  /[,;:]|\b(?:when|if|that|who|whom|whose|which|where|because|since|although|while|as|after|before|once|unless|until|why|how|whether)\b/;

/** Whether a question is negative without a capitalised "NOT". Ignores quoted words. */
export function isUnmarkedNegative(question: string): boolean {
  const asked = question.replace(/[“"«][^“”"«»]*[”"»]/g, ' ').replace(/^\s*\p{Lu}/u, (letter) => letter.toLowerCase());
  const negation = /^(which|what|who|all)\b([^?]*?)\b(is|are|was|were|does|do|would|should|can|will)\s+(not|never)\b/.exec(asked);
  const isInMainClause = negation !== null && !subordination.test(negation[2] ?? '');
  return isInMainClause || /\bexcept\s*(?:[:?…]\s*)?$/.test(asked);
}

/** The languages of a source. Items may be in any of them. */
export const languagesOf = memoiseBySource(
  ({ language, passages }): ReadonlySet<string> => new Set([language, ...passages.flatMap((passage) => passage.language ?? [])]),
);

/** Whether a text is clearly in another language than its material. False if either is uncertain. */
export const isInOtherLanguage = (text: string, languages: ReadonlySet<string>): boolean => otherLanguage(text, languages) !== undefined;
