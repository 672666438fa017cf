import type { DocumentStore } from '@lectern/document-store';
import type { PictureAddresses, PictureEncoder, PictureFiles } from '@lectern/pictures';
import type {
  ContentMetrics,
  DeletedAccounts,
  FairQueue,
  InternalClient,
  LatestResults,
  Log,
  Plans,
  Quota,
  ShareLinks,
  Signature,
} from '@lectern/service-kit';
import type { TaskThreads } from '@lectern/service-kit/task-threads';
import type { StudyContent } from './StudyContent.ts';

import type { DeckReader } from './imports/createDeckReader.ts';
import type { StudyStore } from './store.ts';
import type * as tasks from './tasks.ts';

/** Threads for work that grows with a deck or quiz. */
export type StudyThreads = TaskThreads<typeof tasks>;

/** The dependencies of study's rules. Built once, in `createApp.ts`. */
export interface StudyContext {
  store: StudyStore;
  /** Changes several documents in one step. */
  write: DocumentStore['write'];
  content: StudyContent;
  contentMetrics: Pick<ContentMetrics, 'reported' | 'changed'>;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  /** The links of quizzes and decks. */
  shareLinks: ShareLinks;
  call: InternalClient;
  deckReader: DeckReader;
  /** The pictures of cards: their files, signed addresses and encoder. */
  cardPictures: { files: PictureFiles; addresses: PictureAddresses; encoder: PictureEncoder };
  threads: StudyThreads;
  /**
   * Queues per learner: reading sources, writing packages with their pictures in memory, and exam plans, each of which reads all items of a
   * learner.
   */
  queues: { sources: FairQueue; exports: FairQueue; plans: FairQueue };
  /** Fits a learner's FSRS parameters in the background if it is time. */
  considerFit: (userId: string) => void;
  /** Signatures of addresses that need no session. */
  signatures: { calendars: Signature; reminders: Signature };
  latestCalendars: Pick<LatestResults<Uint8Array<ArrayBuffer>>, 'get'>;
  /** The gateway's address for browsers. */
  apiUrl: string;
  log: Log;
  clock: () => Date;
}

/** The dependencies of computing schedules. */
export type ScheduleContext = Pick<StudyContext, 'store' | 'write' | 'clock'>;
