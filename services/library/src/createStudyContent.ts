import { ContentError, contentOfSource, createContentWorkers, joinSources, sourceOfText } from '@lectern/study-content';
import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** Material that cannot be worked with is the learner's to know; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError
    ? new DomainError(error.code === 'unreadable-deck' ? 'unreadable_file' : 'too_little_material', error.message, { cause: error })
    : error;

/** The library's study content, made in threads of its own. */
export function createStudyContent(): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers();
  return {
    generatedBy: 'offline',
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
