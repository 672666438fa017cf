import {
  ContentError,
  contentOfSource,
  createContentWorkers,
  joinSources,
  sourceOfText,
  type OpenaiSettings,
} from '@lectern/study-content';
import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** What the learner may know becomes a domain error; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError
    ? new DomainError(error.code, error.message, { cause: error, ...(error.isPassing && { retryAfterSeconds: 10 }) })
    : error;

/** The library's study content, made in threads of its own. */
export function createStudyContent(openai?: OpenaiSettings): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers(openai);
  return {
    generatedBy: workers.generatedBy,
    async readDeck(bytes) {
      try {
        return (await workers.run({ task: 'read-deck', bytes })).source;
      } catch (error) {
        throw asDomainError(error);
      }
    },
    readText: (text) => sourceOfText(text),
    join: joinSources,
    async guide(source, stylePreference) {
      try {
        return (await workers.run({ task: 'guide', source, ...(stylePreference !== undefined && { stylePreference }) })).guide;
      } catch (error) {
        throw asDomainError(error);
      }
    },
    contentOf: contentOfSource,
    close: () => workers.close(),
  };
}
