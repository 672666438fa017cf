import { embeddedEngine, type AnsweredBy, type ModelUsage } from '@lectern/contracts';
import type { GenerationTask } from './GenerationTask.ts';

interface Answered {
  answeredBy: AnsweredBy;
  usage?: ModelUsage;
}

/** How an answer to a learner is made and counted: by the model that answered, else as the embedded engine's. */
export const answerRules = (userId: string, model: string) =>
  ({
    userId,
    key: undefined,
    isEnough: () => true,
    countedOf: ({ answeredBy, usage }) => ({ engines: [answeredBy === 'model' ? model : embeddedEngine], refusals: {}, usage }),
  }) satisfies Pick<GenerationTask<Answered>, 'userId' | 'key' | 'isEnough' | 'countedOf'>;
