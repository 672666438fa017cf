import { embeddedEngine, type AnsweredBy, type ModelUsage } from '@lectern/contracts';
import type { GenerationTask } from './GenerationTask.ts';

interface Answered {
  answeredBy: AnsweredBy;
  usage?: ModelUsage;
}

/** The rules for counting an answer to a learner: for the model that wrote it, otherwise for the embedded engine. */
export const answerRules = (userId: string, model: string) =>
  ({
    userId,
    key: undefined,
    isEnough: () => true,
    countedOf: ({ answeredBy, usage }) => ({ engines: [answeredBy === 'model' ? model : embeddedEngine], refusals: {}, usage }),
  }) satisfies Pick<GenerationTask<Answered>, 'userId' | 'key' | 'isEnough' | 'countedOf'>;
