import type { AnsweredBy, Citation, ModelUsage, Source } from '@lectern/contracts/plain';
import { withFormulaWords } from '../formulas.ts';
import { isEngineFailure } from '../gather.ts';
import type { AskingModel } from './AskingModel.ts';
import { findPassages, type FoundPassage } from './findPassages.ts';
import type { ModelAnswer, AnswerRequest } from './answerFromModel.ts';

export interface Answered {
  answer: string;
  answeredBy: AnsweredBy;
  passages: Citation[];
  /** Absent if no model was called. */
  usage?: ModelUsage;
}

/** Limits: passages in an answer without a model, and passages found for a model's prompt. */
const maxPassages = { answered: 5, shown: 12 } as const;

/** The answer if the model finds none in the material. */
export const notTold = 'The material of this guide does not answer that.';
/** The answer if no passage matches the question. */
export const nothingFound = 'Nothing in the material of this guide matches your question. Try other words.';

/** Finds the passages that a text is about, with their formulas as written. */
export const passagesAbout = (source: Source, text: string, most: number): FoundPassage[] =>
  withFormulaWords(source, (plain) => findPassages(plain, text, most));

export const citationsOf = (source: Source, found: readonly FoundPassage[]): Citation[] =>
  found.flatMap(({ index, quote }) => {
    const passage = source.passages[index];
    return passage ? [{ pointer: passage.pointer, quote }] : [];
  });

/** Calls the model. Returns `unusable` if it does not answer, because the passages are useful without it. */
export async function tryModel(source: Source, request: AnswerRequest, model: AskingModel): Promise<ModelAnswer> {
  try {
    // Loaded on demand: threads without a model never need it.
    const { answerFromModel } = await import('./answerFromModel.ts');
    return await answerFromModel(source, request, model);
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    return 'unusable';
  }
}

/** Answers a question by the model, if there is one and the material supports its answer; otherwise by the best passages. */
export async function answerQuestion(source: Source, question: string, model?: AskingModel): Promise<Answered> {
  const found = passagesAbout(source, question, maxPassages.shown);
  const usage = () => model && { usage: model.usage() };
  if (model) {
    const asked = await tryModel(source, { kind: 'answer', data: { question }, found, said: '' }, model);
    if (asked === 'not-told') return { answer: notTold, answeredBy: 'nothing', passages: [], ...usage() };
    if (asked !== 'unusable') return { ...asked, answeredBy: 'model', ...usage() };
  }
  const passages = citationsOf(source, found.slice(0, maxPassages.answered));
  const [best] = passages;
  return best
    ? { answer: best.quote, answeredBy: 'passages', passages, ...usage() }
    : { answer: nothingFound, answeredBy: 'nothing', passages: [], ...usage() };
}
