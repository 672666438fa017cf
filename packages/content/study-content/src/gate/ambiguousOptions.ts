import type { DraftQuestion } from '../StudyContentEngine.ts';
import { areNumeric } from '../shuffleOptions.ts';
import { characterAt, characterBefore, compatible, isWordCharacter } from '../text/characters.ts';
import { negationCount } from '../text/negations.ts';
import { sentencesIn } from '../text/sentences.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { contentStems, fold, stem, wordsOf } from '../text/words.ts';
import { denials, mainClauseOf } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { asksWhy, isCase, lastSentenceOf } from './wording.ts';

/** Words of questions that say nothing about their subject. */
const questionWords = contentStems(
  'which following statement describes best listed belongs among include includes included example examples term name names called given correct true right one completes statement main item items found part type kind part sign signs element elements step steps stage stages',
);

/** The share of a text's words that a line must contain to state the text. */
const toldShare = 0.9;

/** Whether a line tells nearly all of a text. */
const isToldBy = (text: string, line: string): boolean => {
  const words = wordsIn(line);
  const stems = contentStems(text);
  return (stems.size > 0 && coverage(stems, words) >= toldShare) || (stems.size === 0 && ` ${fold(line)} `.includes(` ${fold(text)} `));
};

/** Whether a sentence can answer a question: one that denies nothing does not say why something could not be done. */
const canAnswer = (sentence: string, question: string): boolean =>
  !asksWhy(question) || negationCount(lastSentenceOf(question)) === 0 || negationCount(sentence) > 0 || denials.test(sentence);

const joiner = 'and|or|und|oder|et|ou|y|o|및|&';
const opensList = new RegExp(`^\\s*(?:[,、]|(?:${joiner})\\s)`, 'u');
const closesList = new RegExp(`(?:[,、]|(?:^|\\s)(?:${joiner}))\\s*(?:(?:an?|the)\\s+)?$`, 'u');
const listMarks = new RegExp(`[,、]|\\s(?:${joiner})\\s`, 'u');

/** Whether a sentence names two ends, as "from the heart to the lungs" does. */
function tellsRange(sentence: string): boolean {
  const from = /\bfrom ./i.exec(sentence);
  return from !== null && / to\b/i.test(sentence.slice(from.index + from[0].length));
}

/** Characters between two words of one enumeration, and words of each item between them. */
const longestEnumeration = 60;
const longestItem = 4;

/** Where words stand whole in a text. */
function spanOf(words: string, text: string): { from: number; to: number } | undefined {
  for (let from = text.indexOf(words); words !== '' && from >= 0; from = text.indexOf(words, from + 1)) {
    const to = from + words.length;
    if (!isWordCharacter(characterBefore(text, from)) && !isWordCharacter(characterAt(text, to))) return { from, to };
  }
  return undefined;
}

const plain = (text: string): string => compatible(text).toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a sentence enumerates two texts: "sodium and water", "complexes I, III and IV". */
function areCoordinated(left: string, right: string, sentence: string): boolean {
  const text = plain(sentence);
  const [one, other] = [left, right]
    .map((words) => spanOf(plain(words).replace(/^(an?|the)\s+|(?<![.\s])[.\s]+$/g, ''), text))
    .sort((a, b) => (a?.from ?? 0) - (b?.from ?? 0));
  if (!one || !other || other.from < one.to || other.from - one.to > longestEnumeration) return false;
  const between = text.slice(one.to, other.from);
  return (
    opensList.test(between) &&
    closesList.test(between) &&
    between.split(listMarks).every((item) => item.trim().split(' ').length <= longestItem)
  );
}

/** The words that a question asks about, as stems. */
const subjectOf = (stem: ReadonlySet<string>): string[] => [...stem].filter((word) => !questionWords.has(word));

/** The share of a question's subject words that the heading of a list may lack. */
const untoldByHeading = 0.34;

/** Whether a list is one of reasons, by its heading. */
const listsReasons = (heading: string): boolean => /\b(?:why|because|reasons?|causes?|caused|due to|factors?|grounds?)\b/i.test(heading);

/** Whether a question asks for any point of a list, and a distractor is another point of it. */
function isOtherPoint(draft: DraftQuestion, distractors: readonly string[], { passage, list }: Evidence): boolean {
  if (passage?.kind !== 'bullet' && passage?.kind !== 'paragraph') return false;
  const { heading, others } = list();
  const inHeading = wordsIn(heading);
  const inPoint = wordsIn(passage.text);
  const subject = subjectOf(contentStems(draft.question));
  // What the question asks beyond the heading must not be told by the point: that would single the point out.
  const beyondHeading = subject.filter((word) => !holds(inHeading, word));
  // Of the points below "The wage order" one gives the reason for what is asked, the others tell something else.
  const isForReason = asksWhy(draft.question) && beyondHeading.length > 0 && !listsReasons(heading);
  const asksForAnyPoint =
    !isForReason &&
    inHeading.stems.size > 0 &&
    subject.length > 0 &&
    beyondHeading.length <= subject.length * untoldByHeading &&
    !beyondHeading.some((word) => holds(inPoint, word)) &&
    isToldBy(draft.answer, passage.text);
  const isPoint = (text: string): boolean =>
    others.some((other) => isToldBy(text, other.text) && contentStems(other.text).size <= contentStems(text).size * 2 + 1);
  return asksForAnyPoint && distractors.some(isPoint);
}

/** Whether a sentence or its question is a comparison. Then its parts differ, and the question asks for one of them. */
const compares = (sentence: string, question: string): boolean =>
  /\b(between|versus|vs|unlike|than|rather|whereas|while|but|not)\b/i.test(sentence) ||
  tellsRange(sentence) ||
  /\b(first|last|second|before|after|most|least|more|less|each|both|two|compared|difference)\b/i.test(question);

const fewestSubjectWords = 3;
/** Shares of shared words: from `tellsQuestion` on a sentence states the question; below the other share it is not about the answer. */
const tellsQuestion = 0.8;
const tellsAnswer = 0.6;

/** Whether another sentence nearby says of a distractor what the question asks, at least as fully as the cited one says it of the answer. */
function isToldElsewhere(draft: DraftQuestion, distractors: readonly string[], { sentence, heading, neighbours }: Evidence): boolean {
  const stem = contentStems(draft.question);
  const subject = subjectOf(stem);
  if (subject.length < fewestSubjectWords) return false;
  const cited = sentence();
  const ofAnswer = coverage(subject, wordsIn(`${cited} ${heading()}`));
  const others = sentencesIn(neighbours()).filter((one) => one !== cited && !cited.includes(one) && !one.includes(cited));
  return distractors.some((text) => {
    const words = contentStems(text);
    if (words.size === 0 || [...words].every((word) => stem.has(word))) return false;
    return others.some((one) => {
      const told = wordsIn(one);
      return (
        canAnswer(one, draft.question) &&
        coverage(words, told) === 1 &&
        coverage(subject, told) >= Math.max(tellsQuestion, ofAnswer) &&
        coverage(contentStems(draft.answer), told) < tellsAnswer
      );
    });
  });
}

/** Whether the material makes a distractor another right answer to the question. */
export function hasSecondAnswer(draft: DraftQuestion, evidence: Evidence): boolean {
  if (!evidence.passage || /\b(NOT|EXCEPT|LEAST)\b/.test(draft.question)) return false;
  const distractors = draft.distractors.map(({ text }) => text).filter((text) => !areNumeric([text]));
  if (isOtherPoint(draft, distractors, evidence)) return true;
  const sentence = evidence.sentence();
  const isEnumerated = !compares(sentence, draft.question) && distractors.some((text) => areCoordinated(draft.answer, text, sentence));
  return isEnumerated || isToldElsewhere(draft, distractors, evidence);
}

const shortestQuotedOption = 4;
const halfTold = 0.5;

/** Whether a text stands word for word in a line; both are folded here. */
const standsIn = (text: string, line: string): boolean => fold(text) !== '' && ` ${fold(line)} `.includes(` ${fold(text)} `);

/** Whether the passage has a distractor word for word, and not the answer. */
function quotesDistractor({ question, answer, distractors }: DraftQuestion, { quote, passageText }: Evidence): boolean {
  const line = `${quote} ${passageText}`;
  const isQuoted = (text: string): boolean =>
    fold(text).length >= shortestQuotedOption && standsIn(text, line) && !standsIn(text, question);
  const isAnswerTold = coverage(contentStems(answer), wordsIn(`${quote}\n${passageText}`)) >= halfTold;
  const isLikeAnswer = (text: string): boolean =>
    wordsOf(text).some((word) => wordsOf(answer).includes(word)) && wordsOf(text).length === wordsOf(answer).length;
  // "Lactic acid fermentation: a pathway …" tells of its first words, and of no other kind of fermentation.
  const isSubject = (text: string): boolean => fold(quote).startsWith(`${fold(text)} `);
  return !isQuoted(answer) && distractors.some(({ text }) => isQuoted(text) && (!isAnswerTold || isLikeAnswer(text) || isSubject(text)));
}

/** Whether, of two clauses that name one option each, the clause of a distractor fits the question better. */
function fitsDistractorBetter({ question, answer, distractors }: DraftQuestion, { quote, passageText }: Evidence): boolean {
  const subject = subjectOf(contentStems(question));
  if (subject.length < 2) return false;
  // A case has words of its own: where the clause of the answer shares none, a single one that another clause shares decides nothing.
  const oneWord = 1 / subject.length;
  const clauses = sentencesIn(`${quote}\n${passageText}`).map((text) => ({ text, told: coverage(subject, wordsIn(text)) }));
  const bestOf = (text: string, without: string): number =>
    Math.max(-1, ...clauses.filter((clause) => standsIn(text, clause.text) && !standsIn(without, clause.text)).map(({ told }) => told));
  return distractors.some(({ text }) => {
    const ofAnswer = bestOf(answer, text);
    return ofAnswer >= 0 && bestOf(text, answer) > ofAnswer + (isCase(question) && ofAnswer === 0 ? oneWord : 0);
  });
}

/**
 * Shares of the words of a distractor and of the answer in the passage, by which the distractor is told in place of the answer. Few words of its own
 * have to stand in their order, too, where the passage has a word of the answer.
 */
const toldInPlace = { distractor: 0.8, answer: 0.34, leastWords: 0.5, fewWords: 2 } as const;

const sharedRoot = 5;

/** Whether a sentence has the words of a text in the order of the text: "judges were tenants" is not told by "tenants outbid the judges". */
function tellsInOrder(text: string, sentence: string): boolean {
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

/** Whether the passage tells the words of a distractor, and not those of the answer. */
function tellsDistractor({ question, answer, distractors }: DraftQuestion, { quote, passageText, sentence }: Evidence): boolean {
  const asked = contentStems(question);
  const ownWords = (text: string): string[] => [...contentStems(text)].filter((word) => !asked.has(word));
  const ofAnswer = ownWords(answer);
  // A case has words of its own, which another sentence may have by chance.
  const lines = isCase(question) ? [quote, sentence()] : [quote, ...sentencesIn(passageText)];
  const ofAnswerTold = coverage(ofAnswer, wordsIn(lines.join('\n')));
  if (ofAnswer.length === 0 || ofAnswerTold > toldInPlace.answer) return false;
  // What a sentence concedes is no answer to what it is about.
  const answering = lines.filter((line) => canAnswer(line, question)).map(mainClauseOf);
  const told = wordsIn(answering.join('\n'));
  return distractors.some(({ text }) => {
    const words = ownWords(text).filter((word) => !ofAnswer.includes(word));
    return (
      words.length > 0 &&
      words.length >= ofAnswer.length * toldInPlace.leastWords &&
      coverage(words, told) >= toldInPlace.distractor &&
      (words.length > toldInPlace.fewWords || ofAnswerTold === 0 || answering.some((line) => tellsInOrder(text, line)))
    );
  });
}

/** Whether, of two options that differ in one word, the sentence joins the distractor's word with the next one: "reflects green". */
function joinsDistractor({ answer, distractors }: DraftQuestion, { sentence }: Evidence): boolean {
  const told = ` ${wordsOf(sentence()).join(' ')} `;
  const words = wordsOf(answer);
  return distractors.some(({ text }) => {
    const others = wordsOf(text);
    const differing = words.flatMap((word, index) => (word === others[index] ? [] : [index]));
    const [at] = differing;
    const next = words[(at ?? words.length) + 1];
    if (words.length !== others.length || differing.length !== 1 || at === undefined || next === undefined) return false;
    const [own, other] = [words[at] ?? '', others[at] ?? ''];
    return told.includes(` ${other} ${next} `) && told.includes(` ${own} `) && !told.includes(` ${own} ${next} `);
  });
}

/** Whether the cited passage makes another option than the key the right one. */
export const isKeyedWrong = (draft: DraftQuestion, evidence: Evidence): boolean =>
  evidence.passage !== undefined &&
  [quotesDistractor, fitsDistractorBetter, tellsDistractor, joinsDistractor].some((isTold) => isTold(draft, evidence));
