import type { AskModel } from '../engines/model/modelClient.ts';
import type { UsageMeter } from '../engines/model/usage.ts';
import type { AskingModel } from './AskingModel.ts';

/** A learner waits this long for an answer, retries included, in milliseconds. After it the passages are answered. */
const longestWaitMs = 60_000;
/** Tokens of a context that the rules, the answer and a model's reasoning need. */
const otherTokens = 4_000;
/** Tokens of material in a prompt. */
const material = { least: 1_000, most: 16_000 } as const;

/** The model of one question. */
export const createAskingModel = (ask: AskModel, meter: UsageMeter, now: () => number, signal?: AbortSignal): AskingModel => ({
  mostTokens: Math.max(material.least, Math.min(material.most, ask.contextTokens - otherTokens)),
  usage: () => meter.total(),
  ask: (question) => ask({ ...question, deadline: now() + longestWaitMs, meter, signal }),
});
