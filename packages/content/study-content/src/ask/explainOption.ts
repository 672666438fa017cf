import type { Citation, ModelUsage, OptionExplanation, Source } from '@lectern/contracts/plain';
import { isVerbatim } from '../gate/quotes.ts';
import { samePlace } from '../text/pointers.ts';
import { tryModel, citationsOf, nothingFound, passagesAbout } from './answerQuestion.ts';
import type { AskingModel } from './AskingModel.ts';
import type { FoundPassage } from './findPassages.ts';

/** A quiz question with the wrong option that the learner chose and the right one. */
export interface WrongAnswer {
  question: string;
  chosen: string;
  right: string;
  /** The question's citation; absent if the learner wrote it. */
  cited?: Citation;
}

/** Why an option is wrong, with the model usage. */
export interface Explained extends OptionExplanation {
  usage?: ModelUsage;
}

/** Passages per option in a model's prompt. */
const maxShown = 5;

/** Introductions to the passages, if no model explains. */
const introductions = {
  both: 'This is what your material says of your answer and of the right one.',
  right: 'This is what your material says of the right answer.',
} as const;

/** The cited passage, if the citation is still valid. */
function ownPassage(source: Source, cited: Citation | undefined): FoundPassage[] {
  if (!cited || !isVerbatim(source, cited)) return [];
  const index = source.passages.findIndex(({ pointer }) => samePlace(pointer, cited.pointer));
  return index < 0 ? [] : [{ index, quote: cited.quote }];
}

/** Explains a wrong answer by a model, if the material supports its explanation; otherwise by a passage about each option. */
export async function explainOption(
  source: Source,
  { question, chosen, right, cited }: WrongAnswer,
  model?: AskingModel,
): Promise<Explained> {
  const about = (text: string): FoundPassage[] => passagesAbout(source, text, maxShown);
  const usage = () => model && { usage: model.usage() };
  const own = ownPassage(source, cited);
  const ofChosen = about(chosen);
  const ofRight = [...own, ...about(right), ...about(question)];
  if (model) {
    const request = { kind: 'explanation' as const, data: { question, chosen, right }, found: [...own, ...ofChosen, ...ofRight] };
    const asked = await tryModel(source, { ...request, said: [question, chosen, right].join('\n') }, model);
    if (typeof asked === 'object') return { text: asked.answer, answeredBy: 'model', passages: asked.passages, ...usage() };
  }
  const [rightPassage] = citationsOf(source, ofRight);
  if (!rightPassage) return { text: nothingFound, answeredBy: 'nothing', passages: [], ...usage() };
  const chosenPassage = citationsOf(source, ofChosen).find(({ pointer }) => !samePlace(pointer, rightPassage.pointer));
  return {
    text: introductions[chosenPassage ? 'both' : 'right'],
    answeredBy: 'passages',
    passages: [...(chosenPassage ? [{ ...chosenPassage, about: 'chosen' as const }] : []), { ...rightPassage, about: 'right' as const }],
    ...usage(),
  };
}
