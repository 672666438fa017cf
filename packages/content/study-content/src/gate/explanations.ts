import { fullStops } from '@lectern/contracts/plain';
import type { DraftQuestion } from '../StudyContentEngine.ts';
import { shownPlace } from '../text/pointers.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { contentStems, fold } from '../text/words.ts';
import { withoutDenied } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';
import { factStems } from './everydayWords.ts';

const clauseEnd = new RegExp(`[;:${fullStops}](?:\\s|$)`);

/** Characters of an explanation (docs/quality.md, `explanation`). */
const shortestExplanation = 60;
const longestExplanation = 500;
/** Words of an explanation that the answer does not have. */
const fewestAddedWords = 2;

/** Whether an explanation is too short or long, or says nothing beyond the answer. */
export function isThinExplanation({ answer, explanation }: DraftQuestion): boolean {
  const text = explanation.trim();
  const inAnswer = contentStems(answer);
  const added = [...contentStems(text)].filter((word) => !inAnswer.has(word));
  return text.length < shortestExplanation || text.length > longestExplanation || added.length < fewestAddedWords;
}

/** A shorter rationale that stands under every distractor, such as "Wrong.", explains none of them. */
const shortestSharedRationale = 15;

/** Whether an option has no rationale, or all distractors have the same short one. */
export function lacksRationale({ answerRationale, distractors }: DraftQuestion): boolean {
  if ([answerRationale, ...distractors.map(({ rationale }) => rationale)].some((rationale) => rationale.trim() === '')) return true;
  const folded = distractors.map(({ rationale }) => fold(rationale));
  return folded.every((rationale) => rationale.length < shortestSharedRationale) && new Set(folded).size === 1;
}

/** Shares of words by which an explanation is told to be about the answer, about another option, or about nothing of the question. */
const aboutAnswer = 0.34;
const aboutOption = 0.6;
const aboutQuestion = { least: 0.2, sure: 0.3 } as const;
/** A reason may be told at another place of the lecture; from so many times its words on it belongs to another question. */
const elsewhere = 1.5;

/** For each option the words that tell it from the others: by their roots, or, where the roots are in all of them, as written. */
function distinctiveWords(options: readonly string[], question: string): string[][] {
  const inQuestion = wordsIn(question);
  const words = options.map(wordsIn);
  return options.map((option, index) => {
    const stems = factStems(option).filter((word) => !holds(inQuestion, word));
    const byRoot = stems.filter((word) => words.every((other, at) => at === index || !holds(other, word)));
    return byRoot.length > 0 ? byRoot : stems.filter((word) => words.every((other, at) => at === index || !other.stems.has(word)));
  });
}

/** Whether an explanation opens with a distractor and never names the answer. */
const opensWithDistractor = ({ answer, distractors, explanation }: DraftQuestion): boolean => {
  const text = fold(explanation);
  return distractors.some((distractor) => {
    const option = fold(distractor.text);
    return text.startsWith(`${option} `) && !` ${text.slice(option.length)} `.includes(` ${fold(answer)} `);
  });
};

/** Whether an explanation opens with the name of a slide, page or paragraph that is not the cited one: "Slide 5, How an Offer Ends: …". */
function opensWithOtherPlace({ explanation, source: { pointer } }: DraftQuestion): boolean {
  const [, kind, number] = /^(slide|page|paragraph) (\d+)\b/i.exec(explanation.trim()) ?? [];
  if (kind === undefined) return false;
  const shown = shownPlace(pointer);
  return kind.toLowerCase() !== shown.kind || Number(number) !== shown.number;
}

/** Whether an explanation calls a distractor the right one: "Y is the correct answer". */
const assertsDistractor = ({ answer, distractors, explanation }: DraftQuestion): boolean => {
  const text = ` ${fold(explanation)} `;
  return distractors.some(
    (distractor) =>
      fold(distractor.text) !== fold(answer) &&
      [' is', ' is the', ' are', ' are the'].some((verb) =>
        ['right', 'correct', 'answer'].some((word) => text.includes(` ${fold(distractor.text)}${verb} ${word} `)),
      ),
  );
};

/**
 * Whether the facts of an explanation are those of another place of the material rather than of the question and what it cites. A mechanism may
 * be told in words of its own, as long as it names something of its question.
 */
function fitsElsewhere(draft: DraftQuestion, { passageText, quote, factsElsewhere }: Evidence): boolean {
  const { question, answer, answerRationale, explanation } = draft;
  const facts = factStems(explanation);
  const own = wordsIn([question, answer, answerRationale, quote, passageText].join('\n'));
  const told = facts.filter((word) => holds(own, word));
  return told.length === 0 || factsElsewhere(facts) > told.length * elsewhere;
}

/** Whether an explanation gives the reason for another option than the answer, or has nothing to do with the question. */
export function explainsSomethingElse(draft: DraftQuestion, evidence: Evidence): boolean {
  if (opensWithDistractor(draft) || opensWithOtherPlace(draft) || assertsDistractor(draft)) return true;
  const { question, answer, explanation, distractors } = draft;
  const told = wordsIn(explanation);
  const affirmed = wordsIn(withoutDenied(explanation));
  const distinctive = distinctiveWords([answer, ...distractors.map(({ text }) => text)], question);
  const [ofAnswer, ...ofDistractors] = distinctive.map((words, index) =>
    words.length === 0 ? undefined : coverage(words, index === 0 ? told : affirmed),
  );
  const questionShare = coverage(new Set([...factStems(answer), ...factStems(question)]), told);
  const inQuote = wordsIn(evidence.quote);
  const [isAnswerQuoted, ...areOthersQuoted] = distinctive.map((words) => words.length > 0 && coverage(words, inQuote) >= aboutOption);
  // The quote decides for the answer alone: then the explanation may begin with what a wrong option really is.
  const isDecided = isAnswerQuoted === true && !areOthersQuoted.includes(true);
  if (ofAnswer !== undefined && ofAnswer < aboutAnswer && !isDecided) {
    // A good explanation may say what a wrong option really is, but it does not open with it.
    const opening = wordsIn(explanation.split(clauseEnd)[0] ?? '');
    const opensWithOther = distinctive.slice(1).some((words) => words.length > 0 && coverage(words, opening) >= aboutOption);
    const tellsOther = ofDistractors.some((share) => share !== undefined && share >= aboutOption);
    if (tellsOther && (opensWithOther || questionShare < aboutQuestion.sure)) return true;
  }
  return questionShare < aboutQuestion.least && fitsElsewhere(draft, evidence);
}
