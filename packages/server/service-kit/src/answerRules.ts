import { embeddedEngine, type AnsweredBy, type ModelUsage } from '@lectern/contracts';
import type { GenerationTask } from './GenerationTask.ts';

interface Answered {
  answeredBy: AnsweredBy;
  usage?: ModelUsage;
}

/** The parts of a `GenerationTask` for an answer to a learner. It is counted for the engine that wrote it: the model or the embedded one. */
export const answerRules = (userId: string, model: string) =>
  ({
    userId,
    key: undefined,
    isEnough: () => true,
    countedOf: ({ answeredBy, usage }) => ({ engines: [answeredBy === 'model' ? model : embeddedEngine], refusals: {}, usage }),
  }) satisfies Pick<GenerationTask<Answered>, 'userId' | 'key' | 'isEnough' | 'countedOf'>;
