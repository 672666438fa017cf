import { randomInt } from 'node:crypto';
import { ContentError, createContentWorkers } from '@lectern/study-content';
import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** Material that says too little is the learner's to know; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError ? new DomainError('too_little_material', error.message, { cause: error }) : error;

/** Study's content, made in threads of its own. */
export function createStudyContent(): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers();
  return {
    generatedBy: 'offline',
    async quiz(source, { count, stylePreference, difficultyLevel, weakAreas, avoidStems }) {
      try {
        return await workers.run({
          task: 'quiz',
          source,
          count,
          seed: randomInt(2 ** 32),
          ...(stylePreference !== undefined && { stylePreference }),
          ...(difficultyLevel !== undefined && { difficultyLevel }),
          ...(weakAreas && { weakAreas: [...weakAreas] }),
          ...(avoidStems && { avoidStems: [...avoidStems] }),
        });
      } catch (error) {
        throw asDomainError(error);
      }
    },
    async cards(source, { count, stylePreference, avoidFronts }) {
      try {
        return await workers.run({
          task: 'cards',
          source,
          count,
          ...(stylePreference !== undefined && { stylePreference }),
          ...(avoidFronts && { avoidFronts: [...avoidFronts] }),
        });
      } catch (error) {
        throw asDomainError(error);
      }
    },
    close: () => workers.close(),
  };
}
