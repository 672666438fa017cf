import { namedStyle } from '../styles/guideStyles.ts';
import type { Citation, Source } from '@lectern/contracts';
import type { DraftCard, DraftQuestion, Guide } from '../StudyContentEngine.ts';
import { areNumeric } from '../shuffleOptions.ts';
import { contentStems, fold, stem, wordCount, wordsOf } from '../text/words.ts';
import type { CheckId } from './CheckId.ts';
import { factStems } from './everydayWords.ts';
import { isContradiction } from './contradictions.ts';
import { allText, allValues } from './allText.ts';
import { statementsOfGuide, unsaidParts } from './guideStatements.ts';
import { isInOtherLanguage } from './language.ts';
import { inventedName } from './names.ts';
import { figuresOf, inventedQuantity, quantitiesOf, valuesOf } from './numbers.ts';
import { onceFor } from '../text/onceFor.ts';
import {
  areOfDifferentKinds,
  foldOption,
  hasGrammarCue,
  isFiller,
  isKeyLetter,
  leakOf,
  pointsAtOptions,
  standsInQuestion,
} from './options.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { hasSecondAnswer, isKeyedWrong } from './ambiguousOptions.ts';
import {
  around,
  coverage,
  frameOfPassage,
  holds,
  isFromPromptInjection,
  isVerbatim,
  citedPassage,
  sentencesIn,
  wordsAround,
  wordsIn,
} from './support.ts';

export type { CheckId } from './CheckId.ts';

const unseen =
  /\b(on|in|from) (this|the (next|previous|following|last|current)) (slide|page|figure|table|chart|image|diagram|lecture|chapter|section|module|lesson)\b|\b(this|these|following|previous|next) (slide|figure|diagram|image|picture|chapter)s?\b|\bthe (figure|diagram|image|picture|table|chart|graph|photo)s? (below|above|shown|on the (left|right))\b|\b(shown|see|seen|listed|described|mentioned|discussed|noted) (above|below|earlier|previously|here|on the (left|right))\b|\bas (discussed|shown|mentioned|described|noted|seen)\b|\b(see|refer to) (slide|figure|table|page|chapter|the)\b|\boption [a-d]\b|\bthe (text|passage) (above|below)\b|(?<!\p{L})(이|위|아래|다음) ?(슬라이드|그림|사진|도표)(?!\p{L}{3})|\b(auf|in) dieser (Folie|Abbildung|Tabelle)\b|\b(sur|dans) cette (diapositive|figure|image)\b|\ben esta (diapositiva|figura|imagen)\b|(この|上の|下の)(スライド|図)|(本页|上图|下图|如图)/iu;

/** How many words a source says: what it says twice has to be told once. */
const wordsToTell = onceFor((source) =>
  [...new Set(sentencesIn(allText(source)).map(fold))].reduce((sum, sentence) => sum + wordCount(sentence), 0),
);

/** "Slide 3" and "(paragraph 4)" say where something stands, and claim no number. */
const withoutPlaces = (text: string): string =>
  text
    .replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' ')
    .replace(
      /(?<!\p{L})(slides?|paragraphs?|folien?|absatz|absätze|diapositives?|paragraphes?|diapositivas?|párrafos?|슬라이드|문단|スライド|段落|幻灯片|第)\s*#?\d+((\s*(,|and|und|et|y|to|–|-)\s*)\d+)*/giu,
      ' ',
    );

/** A case that a question tells: its patient, client or caller may have any age. */
const isCase = (question: string): boolean =>
  wordCount(question) >= 8 && /[.。!?]["”’)]?\s+\S/.test(question.trim()) && /[?？…:]["”’)]?\s*$/.test(question.trim());

/** What stands around a citation, with the heading of its list or table. */
function contextOf(source: Source, { pointer, quote }: Citation): string {
  const passage = citedPassage(source, { pointer, quote });
  return `${around(source, { pointer, quote })}\n${passage ? frameOfPassage(source, passage) : ''}\n${source.title}`;
}

/** A number of an answer must stand where it was cited; of one that is nothing but a number, in the quote. */
function inventsNumber(answer: string, asked: string, { pointer, quote }: Citation, source: Source): boolean {
  const passage = citedPassage(source, { pointer, quote })?.text ?? '';
  const isQuantity = areNumeric([answer]);
  const near = isQuantity && quantitiesOf(passage).length > 0 ? passage : contextOf(source, { pointer, quote });
  const context = isQuantity && quantitiesOf(quote).length > 0 ? quote : `${near}\n${asked}`;
  return inventedQuantity(answer, context) !== undefined;
}

/**
 * True where few of an answer's words stand at its pointer or beside it. A case brings words of its own, and what it is
 * decided by may stand in its explanation alone.
 */
function isUnsupported(answer: string, asked: string, citation: Citation, source: Source, explanation = ''): boolean {
  const near = wordsAround(source, citation);
  const inQuestion = wordsIn(asked);
  const facts = factStems(answer);
  const words = facts.length > 0 ? facts : [...contentStems(answer)];
  if (words.length === 0) return false;
  const told = words.filter((word) => holds(near, word)).length;
  const repeated = words.filter((word) => !holds(near, word) && holds(inQuestion, word)).length;
  // What only repeats the question is no support for it.
  const isTold = (told + repeated) / words.length >= (words.length <= 2 ? 0.5 : 0.6) && (told > 0 || words.length === 1);
  if (isTold || !isCase(asked)) return !isTold;
  const reasons = factStems(explanation).filter((word) => !holds(inQuestion, word));
  return (told + repeated) / words.length < 0.4 && (reasons.length < 3 || coverage(reasons, near) < 0.5);
}

/** Whether a text gives an instruction to the engine; one that the material itself quotes may be quoted. */
function followsPromptInjection(text: string, { pointer, quote }: Citation, source: Source): boolean {
  if (!hasPromptInjection(text)) return false;
  const passage = citedPassage(source, { pointer, quote })?.text ?? '';
  return !/^["“„«‘'].*["”“»’'][.]?$/su.test(text.trim()) || hasPromptInjection(passage) || !fold(passage).includes(fold(text));
}

function turnsRound(claim: string, asked: string, { pointer, quote }: Citation, source: Source): boolean {
  const passage = citedPassage(source, { pointer, quote });
  return (
    passage !== undefined &&
    isContradiction({
      claim,
      asked: isCase(asked) ? (sentencesIn(asked).at(-1) ?? asked) : asked,
      told: asked,
      quote,
      passage: passage.cells?.join('\n') ?? passage.text,
      frame: frameOfPassage(source, passage),
    })
  );
}

/** True where an explanation gives the reason for another option than the answer, or for nothing of this question at all. */
function explainsAnother(draft: DraftQuestion, passage: string): boolean {
  // It opens with a wrong option and never comes to the right one.
  const said = fold(draft.explanation);
  if (!said.includes(fold(draft.answer)) && draft.distractors.some(({ text }) => said.startsWith(`${fold(text)} `))) return true;
  const told = wordsIn(draft.explanation);
  const texts = [draft.answer, ...draft.distractors.map(({ text }) => text)];
  const words = texts.map(wordsIn);
  const inQuestion = wordsIn(draft.question);
  // What tells an option from the others; where the same roots are in all of them, the words themselves.
  const own = texts.map((text, index) => {
    const stems = factStems(text).filter((word) => !holds(inQuestion, word));
    const byRoot = stems.filter((word) => words.every((other, at) => at === index || !holds(other, word)));
    return byRoot.length > 0 ? byRoot : stems.filter((word) => words.every((other, at) => at === index || !other.stems.has(word)));
  });
  const claim = new Set([...factStems(draft.answer), ...factStems(draft.question)]);
  const aboutThis = coverage(claim, told);
  const [answer, ...others] = own.map((list) => (list.length === 0 ? undefined : coverage(list, told)));
  if (answer !== undefined && answer < 0.34) {
    // A good explanation may say of a wrong option what it really is, but it does not open with it.
    const opening = wordsIn(draft.explanation.split(/[.;:。](?:\s|$)/)[0] ?? '');
    const opens = own.slice(1).some((list) => list.length > 0 && coverage(list, opening) >= 0.6);
    if (others.some((share) => share !== undefined && share >= 0.6) && (opens || aboutThis < 0.3)) return true;
  }
  if (aboutThis >= 0.2) return false;
  const known = wordsIn(`${passage} ${draft.question} ${draft.answer}`);
  return coverage(factStems(draft.explanation), known) < 0.25;
}

/** A question for what is not so whose "not" is not in capitals; what it quotes does not count. */
const isQuietlyNegative = (question: string): boolean =>
  /^(which|what|who|all)\b[^?]*?\b(is|are|was|were|does|do|would|should|can|will)\s+(not|never)\b|\bexcept\s*(?:[:?…]\s*)?$/.test(
    question.replace(/[“"«][^“”"«»]*[”"»]/g, ' ').replace(/^\s*\p{Lu}/u, (letter) => letter.toLowerCase()),
  );

/** "(3 points)" and "which two reasons" count what is asked for. */
const withoutCounts = (text: string): string =>
  withoutPlaces(text).replace(
    /(?<![\d.,])(\d|10|two|three|four|five|six|seven|eight|nine|ten)\s+(?=(\p{L}+\s)?(points?|reasons?|steps?|ways?|parts?|things?|elements?|items?|types?|kinds?|stages?|phases?|examples?|conditions?|questions?|statements?|options?|terms?|causes?|effects?|signs?|factors?)\b)/giu,
    ' ',
  );

/** Half of the answer, or one of its two words, stands in the question and in no distractor; less than that counts by its share. */
const isStrongLeak = (answer: string, { words, share }: { words: number; share: number }): boolean =>
  share >= 0.5 && (words >= 2 || contentStems(answer).size <= 2);

/** What is wrong with a question by itself; empty where nothing is. The ids are those of docs/quality.md. */
export function checkQuestion(draft: DraftQuestion, source: Source): CheckId[] {
  const failed = new Set<CheckId>();
  const wrong = draft.distractors.map(({ text }) => text);
  const texts = [draft.answer, ...wrong];
  const everything = [draft.question, ...texts];
  const rationales = [draft.answerRationale, ...draft.distractors.map(({ rationale }) => rationale)];

  if (texts.length < 3 || texts.length > 4) failed.add('one-right-option');
  if (texts.some((text, index) => isKeyLetter(text, texts.toSpliced(index, 1)))) failed.add('one-right-option');
  if (new Set(texts.map(foldOption)).size < texts.length) failed.add('distinct-options');
  if (isFiller(draft.question) || texts.some((text) => isFiller(text) || pointsAtOptions(text))) failed.add('no-filler');
  if (isQuietlyNegative(draft.question)) failed.add('positive-stem');
  const characters = wrong.reduce((sum, text) => sum + text.length, 0) / Math.max(1, wrong.length);
  const ratio = draft.answer.length / Math.max(1, characters);
  // Short terms differ a lot in letters without giving anything away.
  if (characters > 16 && (ratio > 1.75 || ratio < 0.57)) failed.add('even-option-length');
  if (draft.answer.length > 3 * Math.max(12, ...wrong.map((text) => text.length))) failed.add('even-option-length');
  if (hasGrammarCue(draft.question, draft.answer, wrong)) failed.add('no-grammar-cue');
  const leak = leakOf(draft.question, draft.answer, wrong);
  if (
    (source.language === 'en' && isStrongLeak(draft.answer, leak) && !isCase(draft.question)) ||
    standsInQuestion(draft.question, draft.answer, wrong)
  )
    failed.add('no-stem-cue');
  if (areOfDifferentKinds(draft.answer, wrong)) failed.add('one-kind-of-option');
  const words = wordCount(draft.question);
  if (draft.question.trim().length < 8 || words > 90 || (source.language === 'en' && words < 4) || (words > 45 && !isCase(draft.question)))
    failed.add('clear-stem');
  if ([...everything, draft.explanation].some((text) => unseen.test(text))) failed.add('self-contained');
  if ([...everything, draft.explanation, ...rationales].some((text) => followsPromptInjection(text, draft.source, source)))
    failed.add('no-prompt-injection');
  if (isFromPromptInjection(draft.source.quote, citedPassage(source, draft.source)?.text ?? '')) failed.add('no-prompt-injection');

  const explanation = draft.explanation.trim();
  const answerWords = contentStems(draft.answer);
  const added = [...contentStems(explanation)].filter((word) => !answerWords.has(word));
  if (
    explanation.length < 60 ||
    explanation.length > 500 ||
    added.length < 2 ||
    explainsAnother(draft, citedPassage(source, draft.source)?.text ?? draft.source.quote)
  )
    failed.add('explanation');
  if (rationales.some((rationale) => rationale.trim() === '')) failed.add('explanation');
  // "Wrong." under each is a rationale of none of them.
  if (
    draft.distractors.every(({ rationale }) => fold(rationale).length < 15) &&
    new Set(draft.distractors.map(({ rationale }) => fold(rationale))).size === 1
  )
    failed.add('explanation');

  if (!isVerbatim(source, draft.source)) failed.add('quote-verbatim');
  else {
    if (isUnsupported(draft.answer, draft.question, draft.source, source, draft.explanation)) failed.add('supported-by-source');
    if (turnsRound(draft.answer, draft.question, draft.source, source)) failed.add('no-contradiction');
    if (hasSecondAnswer(draft, source) || isKeyedWrong(draft, source)) failed.add('unambiguous');
    if (inventsNumber(draft.answer, draft.question, draft.source, source)) failed.add('names-and-numbers');
    // A case may have figures of its own, and its explanation speaks of them.
    const told = isCase(draft.question) ? undefined : draft.question;
    const near = contextOf(source, draft.source);
    if (told !== undefined && inventedQuantity(withoutCounts(told), near) !== undefined) failed.add('names-and-numbers');
  }
  const claimed = figuresOf(withoutPlaces(draft.explanation)).map(({ value }) => value);
  const offered = valuesOf(everything.join('\n'));
  if (claimed.some((value) => !allValues(source).has(value) && !offered.has(value))) failed.add('names-and-numbers');
  if (inventedName(draft.answer, draft.question, source) !== undefined) failed.add('names-and-numbers');
  if (
    isInOtherLanguage(`${everything.join(' ')} ${draft.explanation}`, source.language) ||
    isInOtherLanguage(everything.join(' '), source.language)
  )
    failed.add('same-language');
  return [...failed];
}

const blank = /_{2,}|\[…\]|\[\.\.\.\]|\{\{[^{}]+\}\}/;

/** "How long does it take", "is it true that": an "it" that stands for what follows. */
function announces(front: string): boolean {
  const it = /\b(is|was|does|can|would|makes?|when|if|how long) it\b/i.exec(front);
  return it !== null && /\b(to|that|take|when)\b/i.test(front.slice(it.index + it[0].length));
}

/** A front that opens with a pointing word, or speaks of "it" before it has named anything. */
function leansOnContext(front: string): boolean {
  if (/^(it|its|this|these|those|they|their|he|she|his|her|such|here|there it)\b/i.test(front)) return true;
  const pointing = /\b(this|these|those|such a|the (above|following|former|latter|said))\s+(\p{L}+)?/iu.exec(front);
  if (
    pointing &&
    !blank.test(front.slice(0, pointing.index)) &&
    contentStems(front.slice(0, pointing.index)).size < 2 &&
    !/\bthis (means|is why)\b/i.test(front)
  )
    return true;
  const pronoun = /\b(it|they|them|its|their|he|she)\b/i.exec(front);
  return pronoun !== null && contentStems(front.slice(0, pronoun.index)).size === 0 && !announces(front);
}

/** "Is it the loss or the gain?" may be answered with one of the two. */
const isOfferedIn = (front: string, back: string): boolean => {
  const asked = ` ${fold(front)} `;
  return (
    ['or', 'oder', 'ou', 'o'].some((word) => asked.includes(` ${back} ${word} `) || asked.includes(` ${word} ${back} `)) &&
    !/\(/.test(front)
  );
};

/** What is wrong with a card by itself; empty where nothing is. */
export function checkCard(card: DraftCard, source: Source): CheckId[] {
  const failed = new Set<CheckId>();
  const front = card.front.trim();
  const back = card.back.trim();
  if ([front, back].some((side) => isFiller(side) || fold(side.replace(/_+/g, '')) === '')) failed.add('both-sides');
  if (wordCount(back) > 40 || wordCount(front) > 45 || back.length > 400) failed.add('short-card');
  const inner = fold(back);
  if (inner !== '' && ` ${fold(front)} `.includes(` ${inner} `) && !isOfferedIn(front, inner)) failed.add('answer-not-in-front');
  if (
    blank.test(front) &&
    wordsOf(back).length <= 3 &&
    wordsOf(back).some((word) => word.length > 4 && wordsOf(front).some((other) => stem(other) === stem(word)))
  )
    failed.add('answer-not-in-front');
  if (leansOnContext(front)) failed.add('standalone-front');
  if ([front, back].some((side) => unseen.test(side))) failed.add('self-contained');
  if ([front, back].some((text) => followsPromptInjection(text, card.source, source))) failed.add('no-prompt-injection');
  if (isFromPromptInjection(card.source.quote, citedPassage(source, card.source)?.text ?? '')) failed.add('no-prompt-injection');
  if (!isVerbatim(source, card.source)) failed.add('quote-verbatim');
  else {
    if (isUnsupported(back, front, card.source, source)) failed.add('supported-by-source');
    if (turnsRound(back, front, card.source, source)) failed.add('no-contradiction');
    if (inventsNumber(back, front, card.source, source)) failed.add('names-and-numbers');
    if (inventedQuantity(withoutCounts(front), contextOf(source, card.source)) !== undefined) failed.add('names-and-numbers');
  }
  if (inventedName(back, front, source) !== undefined) failed.add('names-and-numbers');
  if (isInOtherLanguage(`${front} ${back}`, source.language)) failed.add('same-language');
  return [...failed];
}

function headingsFail(markdown: string): boolean {
  const levels = [...markdown.matchAll(/^(#{1,6}) \S/gm)].map((match) => match[1]?.length ?? 0);
  return (
    levels[0] !== 1 ||
    levels.filter((level) => level === 1).length !== 1 ||
    levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
  );
}

/** What is wrong with a guide; empty where nothing is. */
export function checkGuide(guide: Guide, source: Source, stylePreference?: string): CheckId[] {
  const failed = new Set<CheckId>();
  if (guide.title.trim() === '' || guide.overview.trim() === '' || guide.markdownContent.trim() === '') failed.add('both-sides');
  if (guide.sources.length === 0 || guide.sources.some((citation) => !isVerbatim(source, citation))) failed.add('quote-verbatim');
  for (const { failed: ids } of statementsOfGuide(guide, source)) for (const id of ids) failed.add(id);
  // Links to slides are ours; every other number of a guide stands in the source.
  const text = withoutPlaces(guide.markdownContent).replace(/^[ \t]*\d+\.\s/gm, '');
  if (quantitiesOf(`${text}\n${guide.overview}`).some(({ value }) => !allValues(source).has(value))) failed.add('names-and-numbers');
  if (headingsFail(guide.markdownContent)) failed.add('guide-structure');
  const style = namedStyle(stylePreference);
  if (style && unsaidParts(guide.markdownContent, style.parts)) failed.add('guide-structure');
  const words = wordsToTell(source);
  if (words > 150 && source.language === 'en' && wordCount(guide.markdownContent) < words * 0.1) failed.add('guide-length');
  if (isInOtherLanguage(guide.markdownContent, source.language)) failed.add('same-language');
  return [...failed];
}
