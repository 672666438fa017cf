import type { PictureAddresses, PictureEncoder, PictureFiles } from '@lectern/pictures';
import type { LatestResults, ContentMetrics, DeletedAccounts, FairQueue, InternalClient, Log, Plans, Quota } from '@lectern/service-kit';
import type { Signature } from './createSignature.ts';
import type { DeckReader } from './imports/createDeckReader.ts';
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
  call: InternalClient;
  deckReader: DeckReader;
  /** The pictures of imported cards: their files, their signed addresses, and their encoding. */
  cardPictures: { files: PictureFiles; addresses: PictureAddresses; encoder: PictureEncoder };
  threads: StudyThreads;
  /**
   * Limits of work by learner: sources that are read, packages that are written with their pictures in memory, and exam plans, which each read all
   * items of a learner.
   */
  queues: { sources: FairQueue; exports: FairQueue; plans: FairQueue };
  /** Fits a learner's parameters of FSRS in the background when it is time. */
  considerFit: (userId: string) => void;
  /** Of addresses that are used without a session. */
  signatures: { calendars: Signature; reminders: Signature };
  latestCalendars: Pick<LatestResults<Uint8Array<ArrayBuffer>>, 'get'>;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  log: Log;
  clock: () => Date;
}

/** What schedules are computed from. */
export type ScheduleContext = Pick<StudyContext, 'store' | 'clock'>;
