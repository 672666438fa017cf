import { fullStops } from '@lectern/contracts/plain';
import type { DraftQuestion } from '../StudyContentEngine.ts';
import { shownPlace } from '../text/pointers.ts';
import { coverage, hasStem, wordsIn } from '../text/wordMatching.ts';
import { contentStems, factStems, fold } from '../text/words.ts';
import { withoutDenied } from './contradictions.ts';
import type { Evidence } from './Evidence.ts';

const clauseEnd = new RegExp(`[;:${fullStops}](?:\\s|$)`);

/** See docs/quality.md, `explanation`. */
const minExplanationLength = 60;
const maxExplanationLength = 500;
const minAddedWords = 2;

/** Whether an explanation is too short or long, or adds nothing to the answer. */
export function isThinExplanation({ answer, explanation }: DraftQuestion): boolean {
  const text = explanation.trim();
  const inAnswer = contentStems(answer);
  const added = [...contentStems(text)].filter((word) => !inAnswer.has(word));
  return text.length < minExplanationLength || text.length > maxExplanationLength || added.length < minAddedWords;
}

/** A shorter rationale shared by all distractors, such as "Wrong.", explains nothing. */
const minSharedRationaleLength = 15;

/** Whether an option has no rationale, or all distractors share a short one. */
export function lacksRationale({ answerRationale, distractors }: DraftQuestion): boolean {
  if ([answerRationale, ...distractors.map(({ rationale }) => rationale)].some((rationale) => rationale.trim() === '')) return true;
  const folded = distractors.map(({ rationale }) => fold(rationale));
  return folded.every((rationale) => rationale.length < minSharedRationaleLength) && new Set(folded).size === 1;
}

/** The word overlap from which an explanation is about the answer, another option, or the question. */
const aboutAnswer = 0.34;
const aboutOption = 0.6;
const aboutQuestion = { least: 0.2, sure: 0.3 } as const;
/** A reason may come from elsewhere in the lecture. With this many times more matching words there, it belongs to another question. */
const elsewhere = 1.5;

/** The words that distinguish each option: by root, or as written if all options share the roots. */
function distinctiveWords(options: readonly string[], question: string): string[][] {
  const inQuestion = wordsIn(question);
  const words = options.map(wordsIn);
  return options.map((option, index) => {
    const stems = factStems(option).filter((word) => !hasStem(inQuestion, word));
    const byRoot = stems.filter((word) => words.every((other, at) => at === index || !hasStem(other, word)));
    return byRoot.length > 0 ? byRoot : stems.filter((word) => words.every((other, at) => at === index || !other.stems.has(word)));
  });
}

/** Whether an explanation starts with a distractor and never names the answer. */
const opensWithDistractor = ({ answer, distractors, explanation }: DraftQuestion): boolean => {
  const text = fold(explanation);
  return distractors.some((distractor) => {
    const option = fold(distractor.text);
    return text.startsWith(`${option} `) && !` ${text.slice(option.length)} `.includes(` ${fold(answer)} `);
  });
};

/** Whether an explanation starts with a place other than the cited one: "Slide 5, How an Offer Ends: …". */
function opensWithOtherPlace({ explanation, source: { pointer } }: DraftQuestion): boolean {
  const [, kind, number] = /^(slide|page|paragraph) (\d+)\b/i.exec(explanation.trim()) ?? [];
  if (kind === undefined) return false;
  const shown = shownPlace(pointer);
  return kind.toLowerCase() !== shown.kind || Number(number) !== shown.number;
}

/** Whether an explanation calls a distractor right: "Y is the correct answer". */
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

/** Whether an explanation is about another place of the material rather than about the question. */
function fitsElsewhere(draft: DraftQuestion, { passageText, quote, factsElsewhere }: Evidence): boolean {
  const { question, answer, answerRationale, explanation } = draft;
  const facts = factStems(explanation);
  const own = wordsIn([question, answer, answerRationale, quote, passageText].join('\n'));
  const explained = facts.filter((word) => hasStem(own, word));
  return explained.length === 0 || factsElsewhere(facts) > explained.length * elsewhere;
}

/** Whether an explanation explains another option, or is unrelated to the question. */
export function explainsSomethingElse(draft: DraftQuestion, evidence: Evidence): boolean {
  if (opensWithDistractor(draft) || opensWithOtherPlace(draft) || assertsDistractor(draft)) return true;
  const { question, answer, explanation, distractors } = draft;
  const explained = wordsIn(explanation);
  const affirmed = wordsIn(withoutDenied(explanation));
  const distinctive = distinctiveWords([answer, ...distractors.map(({ text }) => text)], question);
  const [ofAnswer, ...ofDistractors] = distinctive.map((words, index) =>
    words.length === 0 ? undefined : coverage(words, index === 0 ? explained : affirmed),
  );
  const questionShare = coverage(new Set([...factStems(answer), ...factStems(question)]), explained);
  const inQuote = wordsIn(evidence.quote);
  const [isAnswerQuoted, ...areOthersQuoted] = distinctive.map((words) => words.length > 0 && coverage(words, inQuote) >= aboutOption);
  // If the quote supports only the answer, the explanation may start with what a distractor really is.
  const isDecided = isAnswerQuoted === true && !areOthersQuoted.includes(true);
  if (ofAnswer !== undefined && ofAnswer < aboutAnswer && !isDecided) {
    // A good explanation may mention what a distractor really is, but does not start with it.
    const opening = wordsIn(explanation.split(clauseEnd)[0] ?? '');
    const opensWithOther = distinctive.slice(1).some((words) => words.length > 0 && coverage(words, opening) >= aboutOption);
    const coversOther = ofDistractors.some((share) => share !== undefined && share >= aboutOption);
    if (coversOther && (opensWithOther || questionShare < aboutQuestion.sure)) return true;
  }
  return questionShare < aboutQuestion.least && fitsElsewhere(draft, evidence);
}
