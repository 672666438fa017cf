import { largestUpload } from '@lectern/contracts/body-limits';
import {
  createFairQueue,
  createOutbox,
  createResourceService,
  createUploadBudget,
  deliverEvent,
  type ContentBackground,
  type ContentMetrics,
  type ResourceServiceParts,
} from '@lectern/service-kit';
import type { ObjectStore } from '@lectern/object-store';
import type { PictureEncoder } from '@lectern/pictures';
import { createCardPictures } from './domain/createCardPictures.ts';
import { createDeckExport, exportQueueLimits } from './domain/createDeckExport.ts';
import { createDecks } from './domain/createDecks.ts';
import { createDroppedItems, type DroppedItems } from './domain/createDroppedItems.ts';
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
import { createReviews, type Reviews } from './reviews/createReviews.ts';
import { createReminderLoop } from './reminders/createReminderLoop.ts';
import { reviewSettingsCollection } from './reviews/reviewCollections.ts';
import { routes } from './routes.ts';

/** Memory of all uploads. */
const uploadBytes = 200 * 1024 * 1024;

export interface AppOptions extends ResourceServiceParts {
  content: StudyContent & ContentBackground;
  /** Reads files with cards. */
  deckReader: DeckReader;
  /** The files of pictures. */
  objects: ObjectStore;
  pictureEncoder: PictureEncoder;
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
const sourceEvents = (followers: readonly SourceFollower[], dropped: Pick<DroppedItems, 'forgetGuide'>) => {
  const tell = async (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> => {
    for (const follower of followers) await follower.sourceChanged(userId, studyMaterialId, news);
  };
  return {
    'study-material.changed': ({ userId, studyMaterialId, title, version }: ChangedGuide) =>
      tell(userId, studyMaterialId, { title, version }),
    'study-material.deleted': async ({ userId, studyMaterialId }: DeletedGuide) => {
      await tell(userId, studyMaterialId, 'deleted');
      await dropped.forgetGuide(userId, studyMaterialId);
    },
  };
};

/** Sends the reminders of reviews. */
const createReminding = ({ store, call, metrics, log, clock }: ResourceServiceParts, { reminders }: Pick<Reviews, 'reminders'>) => {
  const reminderOutbox = createOutbox({
    collection: store.collection(reviewSettingsCollection),
    deliver: deliverEvent(call),
    metrics,
    log,
    clock,
  });
  return { reminderOutbox, reminderLoop: createReminderLoop({ reminders, send: () => reminderOutbox.flush(), log }) };
};

/** Creates the study service from its dependencies. */
export const createApp = ({ content, deckReader, objects, pictureEncoder, threads, contentMetrics, fit, apiUrl, ...parts }: AppOptions) =>
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
    const { reminderLoop, reminderOutbox } = createReminding(parts, reviews);
    const cardPictures = createCardPictures({ store, objects, encoder: pictureEncoder, secret: parts.internalSecret, apiUrl, clock });
    const dropped = createDroppedItems(store);
    const own = { content, contentMetrics, sources, dropped, reviews, store, log, clock, ...tools };
    const quizzes = createQuizzes(own);
    const decks = createDecks({ ...own, pictures: cardPictures, reader: deckReader });

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
            await dropped.eraseAll(userId);
          },
        },
      },
      degraded: () => content.degraded(),
      queues: [content, reviews.fits, reminderLoop, reminderOutbox],
      exportFiles: createStudyFiles({ quizzes, decks, pictures: cardPictures, reviews, threads }),
      routes: routes({
        content,
        quizzes,
        decks,
        deckExport: createDeckExport({ decks, reviews, pictures, cardPictures, queue: exportQueue, threads, clock }),
        threads,
        reviews,
        pictures,
        cardPictures,
        uploads: createUploadBudget({ total: uploadBytes, perLearner: 2 * largestUpload, metrics }),
      }),
      events: sourceEvents([quizzes, decks], dropped),
    };
  });
