import type { ErrorCode } from '@lectern/contracts';
import { randomInt } from 'node:crypto';
import { ContentError, createContentWorkers, type OpenaiSettings } from '@lectern/study-content';
import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

const codes = {
  'unreadable-deck': 'unreadable_file',
  'too-little-material': 'too_little_material',
  'engine-unavailable': 'unavailable',
  'engine-timeout': 'timeout',
  'engine-refused': 'bad_gateway',
} as const satisfies Record<ContentError['code'], ErrorCode>;

/** Material that cannot be worked with is the learner's to know; a model that fails is tried again; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError
    ? new DomainError(codes[error.code], error.message, { cause: error, ...(error.code.startsWith('engine') && { retryAfterSeconds: 10 }) })
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
