import {
  ContentError,
  contentOfSource,
  createContentWorkers,
  joinSources,
  type ContentTask,
  type OpenaiSettings,
} from '@lectern/study-content';
import { DomainError, relayedError, type ContentMetrics } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** What the learner may know becomes a domain error; anything else is ours. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError ? relayedError(error.code, error.message, 10, error) : error;

/** What a failure cost all the same. */
const spentOn = (error: unknown) => (error instanceof DomainError && error.cause instanceof ContentError ? error.cause.spent : undefined);

/** The library's study content, made in threads of its own, and counted. */
export function createStudyContent(figures: ContentMetrics, openai?: OpenaiSettings): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers(openai);
  const { generatedBy } = workers;
  /** Runs a task; what the learner may know of its failure comes as a domain error. */
  const run = async <T extends ContentTask>(task: T) => {
    try {
      return await workers.run(task);
    } catch (error) {
      throw asDomainError(error);
    }
  };
  return {
    readDeck: async (bytes) => (await run({ task: 'read-deck', bytes })).source,
    readText: async (text) => (await run({ task: 'read-text', text })).source,
    join: joinSources,
    async guide(source, stylePreference) {
      const made = await figures.measure(
        'guide',
        generatedBy,
        () => run({ task: 'guide', source, ...(stylePreference !== undefined && { stylePreference }) }),
        (result) => ({ engines: [result.generatedBy ?? generatedBy], refusals: result.refusals, usage: result.usage }),
        spentOn,
      );
      return { ...made.guide, generatedBy: made.generatedBy ?? generatedBy, usage: made.usage };
    },
    contentOf: contentOfSource,
    close: () => workers.close(),
  };
}
