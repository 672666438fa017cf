import { largestUpload } from '@lectern/contracts/body-limits';
import {
  LatestResults,
  FairQueue,
  createOutbox,
  createResourceService,
  UploadBudget,
  deliverEvent,
  type ContentBackground,
  type ContentMetrics,
  type ResourceService,
  type ResourceServiceBuild,
  type ResourceServiceParts,
} from '@lectern/service-kit';
import { collectionsOf } from '@lectern/document-store';
import type { ObjectStore } from '@lectern/object-store';
import { createPictureAddresses, createPictureFiles, type PictureEncoder } from '@lectern/pictures';
import { keptCalendars } from './calendar/reviewCalendar.ts';
import { studySignatures } from './studySignatures.ts';
import { discardOwned } from './owned/createTogether.ts';
import { existsWhole, followSource, type SourceNews } from './owned/ownedResources.ts';
import { deckKind } from './decks/deckDocument.ts';
import { eraseDecks } from './decks/decks.ts';
import { exportQueueLimits } from './decks/exportDeck.ts';
import { planQueueLimits } from './exams/examViews.ts';
import { exportFiles } from './exportFiles.ts';
import type { DeckReader } from './imports/createDeckReader.ts';
import { sourceQueueLimits } from './items/sources.ts';
import { createParameterFits, type FitHistories } from './parameters/createParameterFits.ts';
import { quizKind } from './quizzes/quizDocument.ts';
import { eraseQuizzes } from './quizzes/quizzes.ts';
import { createReminderLoop } from './reminders/createReminderLoop.ts';
import { listToRemind, remind } from './reminders/reminders.ts';
import { eraseReviews } from './reviews/endItems.ts';
import { routes } from './routes.ts';
import { collections } from './store.ts';
import type { StudyContent } from './StudyContent.ts';
import type { StudyContext, StudyThreads } from './StudyContext.ts';

/** The memory limit of all uploads, in bytes. */
const uploadBytes = 200 * 1024 * 1024;

export interface AppOptions extends ResourceServiceParts {
  content: StudyContent & ContentBackground;
  deckReader: DeckReader;
  /** Stores the files of pictures. */
  objects: ObjectStore;
  pictureEncoder: PictureEncoder;
  threads: StudyThreads;
  contentMetrics: ContentMetrics;
  /** Fits FSRS parameters. */
  fit: FitHistories;
  /** The gateway's address for browsers. */
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

/** The handlers of events about guides, which update quizzes and decks. */
const sourceEvents = (study: StudyContext) => {
  const follow = async (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> => {
    await followSource(study, quizKind, userId, studyMaterialId, news);
    await followSource(study, deckKind, userId, studyMaterialId, news);
  };
  return {
    'study-material.changed': ({ userId, studyMaterialId, title, version }: ChangedGuide) =>
      follow(userId, studyMaterialId, { title, version }),
    'study-material.deleted': async ({ userId, studyMaterialId }: DeletedGuide) => {
      await follow(userId, studyMaterialId, 'deleted');
      await study.store.droppedItems.deleteWhere('byGuide', { userId, studyMaterialId });
    },
  };
};

/** The resources with plan limits. */
const resourcesOf = (study: StudyContext): ResourceServiceBuild['resources'] => ({
  quizzes: {
    exists: (id, userId) => existsWhole(study, quizKind, userId, id),
    eraseAll: (userId) => eraseQuizzes(study, userId),
  },
  flashcards: {
    exists: (id, userId) => existsWhole(study, deckKind, userId, id),
    discard: (id, userId) => discardOwned(study, deckKind, userId, id),
    eraseAll: async (userId) => {
      await eraseDecks(study, userId);
      await eraseReviews(study, userId);
      await study.store.droppedItems.deleteWhere('byUser', { userId });
    },
  },
});

/** Creates the loop that sends review reminders. */
const createReminding = (study: StudyContext, { metrics }: Pick<AppOptions, 'metrics'>): Required<ResourceServiceBuild>['queues'] => {
  const { store, call, log, clock } = study;
  const outbox = createOutbox({ collection: store.reviewSettings, deliver: deliverEvent(call), metrics, log, clock });
  const loop = createReminderLoop({
    listToRemind: (limit) => listToRemind(study, limit),
    remind: (learner) => remind(study, learner),
    send: () => outbox.flush(),
    log,
  });
  return [loop, outbox];
};

/** Creates the study service from its dependencies. */
export const createApp = ({ deckReader, objects, pictureEncoder, threads, fit, apiUrl, ...parts }: AppOptions): ResourceService =>
  createResourceService({ ...parts, name: 'study' }, (tools) => {
    const { content, contentMetrics, call, metrics, log, clock } = parts;
    const secret = parts.internalSecret;
    const store = collectionsOf(parts.store, collections);
    const study: StudyContext = {
      write: (writes) => parts.store.write(writes),
      ...{ store, content, contentMetrics, ...tools, call, deckReader, threads, apiUrl, log, clock },
      cardPictures: {
        files: createPictureFiles(objects, 'card-pictures'),
        addresses: createPictureAddresses({ of: 'flashcards', secret, apiUrl, clock }),
        encoder: pictureEncoder,
      },
      queues: {
        sources: new FairQueue({ ...sourceQueueLimits, name: 'sources', metrics }),
        exports: new FairQueue({ ...exportQueueLimits, name: 'exports', metrics }),
        plans: new FairQueue({ ...planQueueLimits, name: 'plans', metrics }),
      },
      considerFit: (userId) => fits.consider(userId),
      signatures: studySignatures(secret),
      latestCalendars: new LatestResults({ ...keptCalendars, clock }),
    };
    const fits = createParameterFits(study, fit);
    return {
      resources: resourcesOf(study),
      degraded: () => content.degraded(),
      queues: [content, fits, ...createReminding(study, parts)],
      exportFiles: exportFiles(study),
      routes: routes(study, new UploadBudget({ total: uploadBytes, perLearner: 2 * largestUpload, metrics })),
      events: sourceEvents(study),
    };
  });
