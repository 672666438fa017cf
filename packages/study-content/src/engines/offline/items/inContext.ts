import { isIdleTitle } from '../../../text/idleLines.ts';
import { contentStems, lowerFirst, plainCase, shared, upperFirst, wordCount } from '../../../text/words.ts';
import { commonness } from './quality/commonness.ts';
import { namesPart } from './quality/itemFeatures.ts';

/** From this commonness of its least common word on, a question does not tell what it is about: "What is security?" */
const tooCommon = 0.12;
/** Titles that are too general to tell what a question is about. */
const isGeneral = /^(?:related|basic|essentials?|definitions?|terms|more|concepts?|methods?|types?|others?|points?)\b/i;
/** Limits on the words of a topic, and of a question with its topic. */
const longestTopic = 6;
const longestQuestion = 20;

/**
 * A question with its topic before it, where only common words stand in it: "Quality of requirements: what is correctness?". A topic that shares a
 * word with the question or its answer is left out.
 */
export function inContext(question: string, topic: string, answer: string, names: ReadonlySet<string>): string {
  const name = plainCase(topic, names).replace(/(?<!\s)\s*\([^()]*\)$/, '');
  const words = contentStems(name);
  const isTopic =
    words.size > 0 &&
    wordCount(name) <= longestTopic &&
    !/[?:;.,!“”"=]|^\d/.test(name) &&
    !isIdleTitle(topic) &&
    !namesPart.test(name) &&
    !isGeneral.test(name) &&
    shared(words, contentStems(`${question} ${answer}`)) === 0;
  const isNeeded = commonness(question).lowest >= tooCommon && !question.includes('_____');
  return isTopic && isNeeded && wordCount(name) + wordCount(question) <= longestQuestion
    ? `${upperFirst(name)}: ${lowerFirst(question)}`
    : question;
}
