import type { PictureAddresses, PictureEncoder, PictureFiles } from '@lectern/pictures';
import type { ContentMetrics, DeletedAccounts, FairQueue, InternalClient, Log, Plans, Quota } from '@lectern/service-kit';
import type { DeckReader } from './imports/createDeckReader.ts';
import type { Reviews } from './reviews/createReviews.ts';
import type { StudyStore } from './store.ts';
import type { StudyContent } from './StudyContent.ts';
import type { StudyThreads } from './StudyThreads.ts';

/** What study's rules work with. Built once, in `createApp.ts`. */
export interface StudyContext {
  store: StudyStore;
  content: StudyContent;
  contentMetrics: Pick<ContentMetrics, 'reported' | 'changed'>;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  reviews: Reviews;
  call: InternalClient;
  deckReader: DeckReader;
  /** The pictures of imported cards: their files, their signed addresses, and their encoding. */
  cardPictures: { files: PictureFiles; addresses: PictureAddresses; encoder: PictureEncoder };
  threads: StudyThreads;
  /** Limits of work by learner: sources that are read, and packages that are written with their pictures in memory. */
  queues: { sources: FairQueue; exports: FairQueue };
  log: Log;
  clock: () => Date;
}
