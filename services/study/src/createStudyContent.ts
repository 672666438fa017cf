import { randomInt } from 'node:crypto';
import { ContentError, createContentWorkers, type OpenaiSettings } from '@lectern/study-content';
import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** What the learner may know becomes a domain error; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError
    ? new DomainError(error.code, error.message, { cause: error, ...(error.isPassing && { retryAfterSeconds: 10 }) })
    : error;

/** Study's content, made in threads of its own. */
export function createStudyContent(openai?: OpenaiSettings): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers(openai);
  return {
    generatedBy: workers.generatedBy,
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
