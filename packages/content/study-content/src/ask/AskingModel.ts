import type { ModelUsage } from '@lectern/contracts/plain';
import type { AnswerShape } from '../engines/model/readAnswer.ts';

interface ModelQuestion<Content> extends AnswerShape<Content> {
  /** Name of the schema. */
  name: string;
  system: string;
  user: string;
  /** Token limit of a valid answer. */
  answerTokens: number;
}

/** A language model bound to one question of a learner. */
export interface AskingModel {
  /** @throws EngineError if there is no answer in time */
  ask<Content>(question: ModelQuestion<Content>): Promise<Content>;
  /** The usage so far. */
  usage(): ModelUsage;
  /** Token limit for the material in a prompt. */
  mostTokens: number;
}
