import { largestUpload } from '@lectern/contracts/body-limits';
import {
  createFairQueue,
  createOutbox,
  createResourceService,
  createUploadBudget,
  deliverEvent,
  type ContentMetrics,
  type ResourceServiceParts,
} from '@lectern/service-kit';
import { createDeckExport, exportQueueLimits } from './domain/createDeckExport.ts';
import { createDecks } from './domain/createDecks.ts';
import { createItemPictures } from './domain/createItemPictures.ts';
import { createQuizzes } from './domain/createQuizzes.ts';
import { createSources, sourceQueueLimits } from './domain/createSources.ts';
import { createStudyFiles } from './domain/createStudyFiles.ts';
import type { SourceNews } from './domain/followSource.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import type { StudyThreads } from './domain/StudyThreads.ts';
import { planQueueLimits } from './exams/createExamViews.ts';
import { createOwnedGuides } from './exams/createOwnedGuides.ts';
import type { DeckReader } from './imports/createDeckReader.ts';
import type { ParameterFitsDependencies } from './parameters/createParameterFits.ts';
import { createReviews } from './reviews/createReviews.ts';
import { createReminderLoop } from './reminders/createReminderLoop.ts';
import { reviewSettingsCollection } from './reviews/reviewCollections.ts';
import { routes } from './routes.ts';

/** Memory of all uploads. */
const uploadBytes = 200 * 1024 * 1024;

export interface AppOptions extends ResourceServiceParts {
  content: StudyContent;
  /** Reads files with cards. */
  deckReader: DeckReader;
  threads: StudyThreads;
  contentMetrics: ContentMetrics;
  /** Fits the parameters of FSRS. */
  fit: ParameterFitsDependencies['fit'];
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
}

interface DeletedGuide {
  userId: string;
  studyMaterialId: string;
}

interface ChangedGuide extends DeletedGuide {
  title: string;
  version: number;
}

interface SourceFollower {
  sourceChanged: (userId: string, studyMaterialId: string, news: SourceNews) => Promise<void>;
}

/** Tells quizzes and decks, one after the other, that their guide was changed or deleted. */
const sourceEvents = (followers: readonly SourceFollower[]) => {
  const tell = async (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> => {
    for (const follower of followers) await follower.sourceChanged(userId, studyMaterialId, news);
  };
  return {
    'study-material.changed': ({ userId, studyMaterialId, title, version }: ChangedGuide) =>
      tell(userId, studyMaterialId, { title, version }),
    'study-material.deleted': ({ userId, studyMaterialId }: DeletedGuide) => tell(userId, studyMaterialId, 'deleted'),
  };
};

/** Creates the study service from its dependencies. */
export const createApp = ({ content, deckReader, threads, contentMetrics, fit, apiUrl, ...parts }: AppOptions) =>
  createResourceService({ ...parts, name: 'study' }, (tools) => {
    const { store, call, metrics, log, clock } = parts;
    const sources = createSources(call, createFairQueue({ ...sourceQueueLimits, name: 'sources', metrics }));
    const reviews = createReviews({
      store,
      clock,
      deletedAccounts: tools.deletedAccounts,
      ownedGuides: createOwnedGuides(call),
      fit,
      log,
      secret: parts.internalSecret,
      apiUrl,
      planQueue: createFairQueue({ ...planQueueLimits, name: 'plans', metrics }),
    });
    const reminderOutbox = createOutbox({
      collection: store.collection(reviewSettingsCollection),
      deliver: deliverEvent(call),
      metrics,
      log,
      clock,
    });
    const reminderLoop = createReminderLoop({ reminders: reviews.reminders, send: () => reminderOutbox.flush(), log });
    const quizzes = createQuizzes({ reviews, store, content, contentMetrics, sources, log, clock, ...tools });
    const decks = createDecks({ reviews, reader: deckReader, store, content, contentMetrics, sources, log, clock, ...tools });

    const pictures = createItemPictures({ call, log });
    const exportQueue = createFairQueue({ ...exportQueueLimits, name: 'exports', metrics });
    return {
      resources: {
        quizzes,
        flashcards: {
          ...decks,
          eraseAll: async (userId) => {
            await decks.eraseAll(userId);
            await reviews.eraseAll(userId);
          },
        },
      },
      queues: [reviews.fits, reminderLoop, reminderOutbox],
      exportFiles: createStudyFiles({ quizzes, decks, reviews, threads }),
      routes: routes({
        engine: content.generatedBy,
        quizzes,
        decks,
        deckExport: createDeckExport({ decks, reviews, pictures, queue: exportQueue, threads, clock }),
        threads,
        reviews,
        pictures,
        uploads: createUploadBudget({ total: uploadBytes, perLearner: 2 * largestUpload, metrics }),
      }),
      events: sourceEvents([quizzes, decks]),
    };
  });
