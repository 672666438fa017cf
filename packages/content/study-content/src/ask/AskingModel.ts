import type { ModelUsage } from '@lectern/contracts/plain';
import type { AnswerShape } from '../engines/model/readAnswer.ts';

/** One question to a language model. */
interface ModelQuestion<Content> extends AnswerShape<Content> {
  /** The name of the schema. */
  name: string;
  system: string;
  user: string;
  /** The most tokens of a sound answer. */
  answerTokens: number;
}

/** A language model that answers one question of a learner. */
export interface AskingModel {
  /** @throws EngineError when there is no answer in time */
  ask<Content>(question: ModelQuestion<Content>): Promise<Content>;
  /** What the calls cost so far. */
  usage(): ModelUsage;
  /** The most tokens of material in one prompt. */
  mostTokens: number;
}
