import { DomainError } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

export const createStudyContent = (_settings: object): StudyContent & { close: () => Promise<void> } => {
  const notBuilt = (): never => {
    throw new DomainError('not_built', 'This is not built yet.');
  };
  return { generatedBy: 'offline', readDeck: notBuilt, readText: notBuilt, join: notBuilt, guide: notBuilt, contentOf: notBuilt, quiz: notBuilt, cards: notBuilt, close: async () => undefined } as never;
};
