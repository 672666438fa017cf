import type { ModelUsage } from '@lectern/contracts/plain';
import type { AnswerShape } from '../engines/model/readAnswer.ts';
import type { ModelClient } from '../engines/model/modelClient.ts';
import type { UsageMeter } from '../engines/model/usage.ts';

interface ModelQuestion<Content> extends AnswerShape<Content> {
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
  maxTokens: number;
}

/** The maximum time for an answer in milliseconds, including retries. After it the passages are the answer. */
const maxWaitMs = 60_000;
/** Tokens reserved for the rules, the answer and the model's reasoning. */
const otherTokens = 4_000;
/** Limits for the material in a prompt, in tokens. */
const material = { least: 1_000, most: 16_000 } as const;

/** Binds the model to one question, with its deadline and usage meter. */
export const createAskingModel = (ask: ModelClient, meter: UsageMeter, now: () => number, signal?: AbortSignal): AskingModel => ({
  maxTokens: Math.max(material.least, Math.min(material.most, ask.contextTokens - otherTokens)),
  usage: () => meter.total(),
  ask: (question) => ask({ ...question, deadline: now() + maxWaitMs, meter, signal }),
});
