import type { AnsweredBy, Citation, ModelUsage, Source } from '@lectern/contracts/plain';
import { withFormulaWords } from '../formulas.ts';
import { isEngineFailure } from '../gather.ts';
import type { AskingModel } from './AskingModel.ts';
import { findPassages, type FoundPassage } from './findPassages.ts';
import type { FromModel, ModelRequest } from './fromModel.ts';

/** An answer to a learner's question. */
export interface Answered {
  answer: string;
  answeredBy: AnsweredBy;
  passages: Citation[];
  /** Absent if no model was asked. */
  usage?: ModelUsage;
}

/** Passages that are answered without a model, and those that a model is asked with. */
const mostPassages = { answered: 5, shown: 12 } as const;

/** Said when the model reads that the material does not answer. */
export const notTold = 'The material of this guide does not answer that.';
/** Said when no passage has the question's words. */
export const nothingFound = 'Nothing in the material of this guide matches your question. Try other words.';

/** The passages of a source that a text is about, with its formulas as they are written. */
export const passagesAbout = (source: Source, text: string, most: number): FoundPassage[] =>
  withFormulaWords(source, (plain) => findPassages(plain, text, most));

/** Found passages as citations. */
export const citationsOf = (source: Source, found: readonly FoundPassage[]): Citation[] =>
  found.flatMap(({ index, quote }) => {
    const passage = source.passages[index];
    return passage ? [{ pointer: passage.pointer, quote }] : [];
  });

/** Asks the model. `unusable` also if it does not answer: the passages help without it. */
export async function askIfPossible(source: Source, request: ModelRequest, model: AskingModel): Promise<FromModel> {
  try {
    // Loaded with the first question: without a model no thread needs it.
    const { fromModel } = await import('./fromModel.ts');
    return await fromModel(source, request, model);
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    return 'unusable';
  }
}

/**
 * Answers a learner's question from the passages of a source: by a model if there is one and its answer stands up to the material, else by the passages
 * themselves, best first.
 */
export async function answerQuestion(source: Source, question: string, model?: AskingModel): Promise<Answered> {
  const found = passagesAbout(source, question, mostPassages.shown);
  const usage = () => model && { usage: model.usage() };
  if (model) {
    const asked = await askIfPossible(source, { kind: 'answer', data: { question }, found, said: '' }, model);
    if (asked === 'not-told') return { answer: notTold, answeredBy: 'nothing', passages: [], ...usage() };
    if (asked !== 'unusable') return { ...asked, answeredBy: 'model', ...usage() };
  }
  const passages = citationsOf(source, found.slice(0, mostPassages.answered));
  const [best] = passages;
  return best
    ? { answer: best.quote, answeredBy: 'passages', passages, ...usage() }
    : { answer: nothingFound, answeredBy: 'nothing', passages: [], ...usage() };
}
