import type { AskModel } from '../engines/model/modelClient.ts';
import type { UsageMeter } from '../engines/model/usage.ts';
import type { AskingModel } from './AskingModel.ts';

/** In milliseconds, including retries. Afterwards the passages are the answer. */
const longestWaitMs = 60_000;
/** Tokens reserved for the rules, the answer and the model's reasoning. */
const otherTokens = 4_000;
/** Limits for the material in a prompt, in tokens. */
const material = { least: 1_000, most: 16_000 } as const;

/** Binds the model to one question, with its deadline and usage meter. */
export const createAskingModel = (ask: AskModel, meter: UsageMeter, now: () => number, signal?: AbortSignal): AskingModel => ({
  mostTokens: Math.max(material.least, Math.min(material.most, ask.contextTokens - otherTokens)),
  usage: () => meter.total(),
  ask: (question) => ask({ ...question, deadline: now() + longestWaitMs, meter, signal }),
});
