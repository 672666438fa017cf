import type { DraftQuestion } from '../StudyContentEngine.ts';
import { areNumeric } from '../questionOptions.ts';
import { characterAt, characterBefore, compatible, isWordCharacter } from '../text/characters.ts';
import { containsWords, contentStems, fold, negationCount, stem, wordsOf } from '../text/words.ts';
import { sentencesIn } from '../text/sentences.ts';
import { coverage, hasStem, wordsIn } from '../text/wordMatching.ts';
import { denials, mainClauseOf } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { asksWhy, isCase, lastSentenceOf } from './wording.ts';

/** Question words that say nothing about the subject. */
const questionWords = contentStems(
  'which following statement describes best listed belongs among include includes included example examples term name names called given correct true right one completes statement main item items found part type kind part sign signs element elements step steps stage stages',
);

/** Minimum share of a text's words in a line that states the text. */
const statedShare = 0.9;

/** Whether a line states nearly all of a text. */
const isStatedBy = (text: string, line: string): boolean => {
  const words = wordsIn(line);
  const stems = contentStems(text);
  return (stems.size > 0 && coverage(stems, words) >= statedShare) || (stems.size === 0 && containsWords(line, text));
};

/** Whether a sentence can answer a question. A sentence without a negation cannot say why something was impossible. */
const canAnswer = (sentence: string, question: string): boolean =>
  !asksWhy(question) || negationCount(lastSentenceOf(question)) === 0 || negationCount(sentence) > 0 || denials.test(sentence);

const joiner = 'and|or|und|oder|et|ou|y|o|및|&';
const opensList = new RegExp(`^\\s*(?:[,、]|(?:${joiner})\\s)`, 'u');
const closesList = new RegExp(`(?:[,、]|(?:^|\\s)(?:${joiner}))\\s*(?:(?:an?|the)\\s+)?$`, 'u');
const listMarks = new RegExp(`[,、]|\\s(?:${joiner})\\s`, 'u');

/** Whether a sentence gives a range, such as "from the heart to the lungs". */
function hasRange(sentence: string): boolean {
  const from = /\bfrom ./i.exec(sentence);
  return from !== null && / to\b/i.test(sentence.slice(from.index + from[0].length));
}

const maxEnumerationLength = 60;
const maxItemWords = 4;

/** Finds the words as whole words in a text. */
function spanOf(words: string, text: string): { from: number; to: number } | undefined {
  for (let from = text.indexOf(words); words !== '' && from >= 0; from = text.indexOf(words, from + 1)) {
    const to = from + words.length;
    if (!isWordCharacter(characterBefore(text, from)) && !isWordCharacter(characterAt(text, to))) return { from, to };
  }
  return undefined;
}

const plain = (text: string): string => compatible(text).toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a sentence coordinates two texts: "sodium and water", "complexes I, III and IV". */
function areCoordinated(left: string, right: string, sentence: string): boolean {
  const text = plain(sentence);
  const [one, other] = [left, right]
    .map((words) => spanOf(plain(words).replace(/^(an?|the)\s+|(?<![.\s])[.\s]+$/g, ''), text))
    .sort((a, b) => (a?.from ?? 0) - (b?.from ?? 0));
  if (!one || !other || other.from < one.to || other.from - one.to > maxEnumerationLength) return false;
  const between = text.slice(one.to, other.from);
  return (
    opensList.test(between) &&
    closesList.test(between) &&
    between.split(listMarks).every((item) => item.trim().split(' ').length <= maxItemWords)
  );
}

/** The subject of a question, as stems. */
const subjectOf = (stem: ReadonlySet<string>): string[] => [...stem].filter((word) => !questionWords.has(word));

/** Maximum share of the question's subject that may be missing from the list heading. */
const missingFromHeading = 0.34;

/** Whether a heading introduces a list of reasons. */
const listsReasons = (heading: string): boolean => /\b(?:why|because|reasons?|causes?|caused|due to|factors?|grounds?)\b/i.test(heading);

/** Whether a question asks for any item of a list and a distractor is another item of it. */
function isOtherPoint(draft: DraftQuestion, distractors: readonly string[], { passage, list }: Evidence): boolean {
  if (passage?.kind !== 'bullet' && passage?.kind !== 'paragraph') return false;
  const { heading, others } = list();
  const inHeading = wordsIn(heading);
  const inPoint = wordsIn(passage.text);
  const subject = subjectOf(contentStems(draft.question));
  // If the item covers what the question adds to the heading, the question singles out the item.
  const beyondHeading = subject.filter((word) => !hasStem(inHeading, word));
  // One item below "The wage order" may give the reason in question, the others something else.
  const isForReason = asksWhy(draft.question) && beyondHeading.length > 0 && !listsReasons(heading);
  const asksForAnyPoint =
    !isForReason &&
    inHeading.stems.size > 0 &&
    subject.length > 0 &&
    beyondHeading.length <= subject.length * missingFromHeading &&
    !beyondHeading.some((word) => hasStem(inPoint, word)) &&
    isStatedBy(draft.answer, passage.text);
  const isPoint = (text: string): boolean =>
    others.some((other) => isStatedBy(text, other.text) && contentStems(other.text).size <= contentStems(text).size * 2 + 1);
  return asksForAnyPoint && distractors.some(isPoint);
}

/** Whether a sentence or its question compares. Its parts then differ, and the question asks for one of them. */
const compares = (sentence: string, question: string): boolean =>
  /\b(between|versus|vs|unlike|than|rather|whereas|while|but|not)\b/i.test(sentence) ||
  hasRange(sentence) ||
  /\b(first|last|second|before|after|most|least|more|less|each|both|two|compared|difference)\b/i.test(question);

const minSubjectWords = 3;
/** A sentence with this share of a question's words states the question. */
const statesQuestion = 0.8;
/** A sentence with a smaller share of an answer's words is not about it. */
const statesAnswer = 0.6;

/** Whether a nearby sentence answers the question with a distractor, at least as fully as the cited one does with the answer. */
function isStatedElsewhere(draft: DraftQuestion, distractors: readonly string[], { sentence, heading, neighbours }: Evidence): boolean {
  const stem = contentStems(draft.question);
  const subject = subjectOf(stem);
  if (subject.length < minSubjectWords) return false;
  const cited = sentence();
  const ofAnswer = coverage(subject, wordsIn(`${cited} ${heading()}`));
  const others = sentencesIn(neighbours()).filter((one) => one !== cited && !cited.includes(one) && !one.includes(cited));
  return distractors.some((text) => {
    const words = contentStems(text);
    if (words.size === 0 || [...words].every((word) => stem.has(word))) return false;
    return others.some((one) => {
      const stated = wordsIn(one);
      return (
        canAnswer(one, draft.question) &&
        coverage(words, stated) === 1 &&
        coverage(subject, stated) >= Math.max(statesQuestion, ofAnswer) &&
        coverage(contentStems(draft.answer), stated) < statesAnswer
      );
    });
  });
}

/** Whether the material makes a distractor a second right answer. */
export function hasSecondAnswer(draft: DraftQuestion, evidence: Evidence): boolean {
  if (!evidence.passage || /\b(NOT|EXCEPT|LEAST)\b/.test(draft.question)) return false;
  const distractors = draft.distractors.map(({ text }) => text).filter((text) => !areNumeric([text]));
  if (isOtherPoint(draft, distractors, evidence)) return true;
  const sentence = evidence.sentence();
  const isEnumerated = !compares(sentence, draft.question) && distractors.some((text) => areCoordinated(draft.answer, text, sentence));
  return isEnumerated || isStatedElsewhere(draft, distractors, evidence);
}

const minQuotedOptionLength = 4;
const halfStated = 0.5;

/** Whether a line contains a text verbatim, after folding. */
const occursIn = (text: string, line: string): boolean => fold(text) !== '' && containsWords(line, text);

/** Whether the passage contains a distractor verbatim but not the answer. */
function quotesDistractor({ question, answer, distractors }: DraftQuestion, { quote, passageText }: Evidence): boolean {
  const line = `${quote} ${passageText}`;
  const isQuoted = (text: string): boolean =>
    fold(text).length >= minQuotedOptionLength && occursIn(text, line) && !occursIn(text, question);
  const isAnswerStated = coverage(contentStems(answer), wordsIn(`${quote}\n${passageText}`)) >= halfStated;
  const isLikeAnswer = (text: string): boolean =>
    wordsOf(text).some((word) => wordsOf(answer).includes(word)) && wordsOf(text).length === wordsOf(answer).length;
  // "Lactic acid fermentation: a pathway …" is about its first words, not about another kind of fermentation.
  const isSubject = (text: string): boolean => fold(quote).startsWith(`${fold(text)} `);
  return !isQuoted(answer) && distractors.some(({ text }) => isQuoted(text) && (!isAnswerStated || isLikeAnswer(text) || isSubject(text)));
}

/** Whether the clause that contains a distractor fits the question better than the clause that contains the answer. */
function fitsDistractorBetter({ question, answer, distractors }: DraftQuestion, { quote, passageText }: Evidence): boolean {
  const subject = subjectOf(contentStems(question));
  if (subject.length < 2) return false;
  // In a case, one shared word decides nothing if the answer's clause shares none.
  const oneWord = 1 / subject.length;
  const clauses = sentencesIn(`${quote}\n${passageText}`).map((text) => ({ text, stated: coverage(subject, wordsIn(text)) }));
  const bestOf = (text: string, without: string): number =>
    Math.max(-1, ...clauses.filter((clause) => occursIn(text, clause.text) && !occursIn(without, clause.text)).map(({ stated }) => stated));
  return distractors.some(({ text }) => {
    const ofAnswer = bestOf(answer, text);
    return ofAnswer >= 0 && bestOf(text, answer) > ofAnswer + (isCase(question) && ofAnswer === 0 ? oneWord : 0);
  });
}

/**
 * Thresholds for finding a distractor in the passage instead of the answer, as shares of their words. A distractor of few words must also
 * keep their order if the passage has a word of the answer.
 */
const misattribution = { distractor: 0.8, answer: 0.34, wordShare: 0.5, fewWords: 2 } as const;

const sharedRoot = 5;

/** Whether a sentence has the words of a text in the same order: "tenants outbid the judges" does not state "judges were tenants". */
function statesInOrder(text: string, sentence: string): boolean {
  const words = wordsOf(sentence).map(stem);
  let from = 0;
  return [...contentStems(text)].every((one) => {
    const isOne = (word: string): boolean => word === one || (one.length >= sharedRoot && word.startsWith(one.slice(0, sharedRoot)));
    if (!words.some(isOne)) return true;
    const at = words.findIndex((word, index) => index >= from && isOne(word));
    from = at + 1;
    return at >= 0;
  });
}

/** Whether the passage contains the words of a distractor and not those of the answer. */
function statesDistractor({ question, answer, distractors }: DraftQuestion, { quote, passageText, sentence }: Evidence): boolean {
  const asked = contentStems(question);
  const ownWords = (text: string): string[] => [...contentStems(text)].filter((word) => !asked.has(word));
  const ofAnswer = ownWords(answer);
  // The words of a case may occur in other sentences by chance.
  const lines = isCase(question) ? [quote, sentence()] : [quote, ...sentencesIn(passageText)];
  const answerCoverage = coverage(ofAnswer, wordsIn(lines.join('\n')));
  if (ofAnswer.length === 0 || answerCoverage > misattribution.answer) return false;
  // A concession does not answer the question.
  const answering = lines.filter((line) => canAnswer(line, question)).map(mainClauseOf);
  const stated = wordsIn(answering.join('\n'));
  return distractors.some(({ text }) => {
    const words = ownWords(text).filter((word) => !ofAnswer.includes(word));
    return (
      words.length > 0 &&
      words.length >= ofAnswer.length * misattribution.wordShare &&
      coverage(words, stated) >= misattribution.distractor &&
      (words.length > misattribution.fewWords || answerCoverage === 0 || answering.some((line) => statesInOrder(text, line)))
    );
  });
}

/** Whether an option differs from the answer in one word, and the sentence joins that word to the next one: "reflects green". */
function joinsDistractor({ answer, distractors }: DraftQuestion, { sentence }: Evidence): boolean {
  const stated = ` ${wordsOf(sentence()).join(' ')} `;
  const words = wordsOf(answer);
  return distractors.some(({ text }) => {
    const others = wordsOf(text);
    const differing = words.flatMap((word, index) => (word === others[index] ? [] : [index]));
    const [at] = differing;
    const next = words[(at ?? words.length) + 1];
    if (words.length !== others.length || differing.length !== 1 || at === undefined || next === undefined) return false;
    const [own, other] = [words[at] ?? '', others[at] ?? ''];
    return stated.includes(` ${other} ${next} `) && stated.includes(` ${own} `) && !stated.includes(` ${own} ${next} `);
  });
}

/** Whether the cited passage makes a distractor the right option. */
export const isKeyedWrong = (draft: DraftQuestion, evidence: Evidence): boolean =>
  evidence.passage !== undefined &&
  [quotesDistractor, fitsDistractorBetter, statesDistractor, joinsDistractor].some((check) => check(draft, evidence));
