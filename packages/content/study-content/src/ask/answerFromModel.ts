import type { Citation, Source } from '@lectern/contracts/plain';
import type { Cited } from '../engines/model/answers.ts';
import { repairQuote } from '../engines/model/citations.ts';
import { factStems } from '../text/words.ts';
import { isInOtherLanguage, languagesOf } from '../gate/wording.ts';
import { inventedName, knownNames } from '../gate/names.ts';
import { inventedQuantity } from '../gate/numbers.ts';
import { isVerbatim } from '../gate/quotes.ts';
import { pointerKey } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { coverage, wordsIn } from '../text/wordMatching.ts';
import type { AskingModel } from './AskingModel.ts';
import { asData, AskedAnswer, askPrompt, explainPrompt } from './askingPrompts.ts';
import type { FoundPassage } from './findPassages.ts';
import { materialFor } from './materialFor.ts';
import { termsOf } from './terms.ts';

/** A request to the model, and the texts that support its answer. */
export interface AnswerRequest {
  kind: 'answer' | 'explanation';
  /** Inputs besides the material, by tag: the question and the options. */
  data: Readonly<Record<string, string>>;
  found: readonly FoundPassage[];
  /** Text that the answer may repeat in addition to the passages. */
  said: string;
}

/** A checked answer; `not-told` if the material does not answer; `unusable` if the material does not support the answer. */
export type ModelAnswer = { answer: string; passages: Citation[] } | 'not-told' | 'unusable';

const maxCitations = 4;
const maxAnswerLength = 2_000;
/** Minimum share of an answer's content words that must come from the material or the question. */
const minCoverage = 0.4;

/** Keeps the citations that are verbatim in the shown passages. A quote under a wrong number is looked up in the other passages. */
function validCitations(source: Source, shown: readonly number[], citations: readonly Cited[]): Citation[] {
  const valid = new Map<string, Citation>();
  for (const { passage: number, quote } of citations) {
    if (termsOf(quote).length === 0) continue;
    for (const index of [number - 1, ...shown]) {
      const passage = shown.includes(index) ? source.passages[index] : undefined;
      const repaired = passage && repairQuote(passage.text, quote);
      if (!passage || repaired === undefined || !isVerbatim(source, { pointer: passage.pointer, quote: repaired })) continue;
      const key = `${pointerKey(passage.pointer)} ${repaired}`;
      if (!valid.has(key)) valid.set(key, { pointer: passage.pointer, quote: repaired });
      break;
    }
  }
  return [...valid.values()].slice(0, maxCitations);
}

/** A web or mail address. */
const address = /https?:|www\.|[^@\s]@[^@\s]/i;

/** Small numbers in words, which do not count as invented numbers. */
const smallCounts = /\b(?:two|three|four|both|pair)\b/gi;

/** Whether the material supports an answer: no new number, name or address, and mostly words from the context. */
function isSupported(source: Source, answer: string, material: string, said: string): boolean {
  if (answer.length > maxAnswerLength || hasPromptInjection(answer)) return false;
  const context = `${material}\n${said}`;
  if (answer.split(/\s+/).some((word) => address.test(word) && !material.includes(word))) return false;
  if (inventedQuantity(answer.replace(smallCounts, ' '), context)) return false;
  const isTranslated = isInOtherLanguage(answer, languagesOf(source));
  // A translated answer may be capitalised differently, so only acronyms and codes count as names, as in German.
  const language = isTranslated ? 'de' : source.language;
  if (inventedName(answer, said, { language, names: () => knownNames(source) }) !== undefined) return false;
  return isTranslated || coverage(factStems(answer), wordsIn(context)) >= minCoverage;
}

/** Calls the model with the found passages as data, and checks its answer. @throws EngineError if there is no answer in time */
export async function answerFromModel(
  source: Source,
  { kind, data, found, said }: AnswerRequest,
  model: AskingModel,
): Promise<ModelAnswer> {
  const { indexes, text } = materialFor(source, found, model.maxTokens);
  if (indexes.length === 0) return 'unusable';
  const tagged = Object.entries(data).map(([tag, value]) => `<${tag}>${asData(value)}</${tag}>`);
  const { told, answer, citations } = await model.ask({
    name: kind,
    schema: AskedAnswer,
    system: kind === 'answer' ? askPrompt : explainPrompt,
    user: [`<material>\n${text}\n</material>`, ...tagged].join('\n'),
    answerTokens: maxAnswerLength / 3,
  });
  if (!told || answer.trim() === '') return 'not-told';
  const passages = validCitations(source, indexes, citations);
  const material = [source.title, ...indexes.map((index) => source.passages[index]?.text ?? '')].join('\n');
  return passages.length > 0 && isSupported(source, answer, material, said) ? { answer: answer.trim(), passages } : 'unusable';
}
