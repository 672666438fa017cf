import type { Suggestion } from '@lectern/contracts';
import type { PictureAddresses, PictureEncoder, PictureFiles } from '@lectern/pictures';
import type { DeletedAccounts, LatestResults, Log, Plans, Quota } from '@lectern/service-kit';
import type { LibraryThreads } from './LibraryThreads.ts';
import type { LibraryStore } from './store.ts';
import type { StudyContent } from './StudyContent.ts';

/** The dependencies of the library's rules. Built once, in `createApp.ts`. */
export interface LibraryContext {
  store: LibraryStore;
  content: StudyContent;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  /** The pictures of guides: their files, signed addresses and encoder. */
  pictures: { files: PictureFiles; addresses: PictureAddresses; encoder: PictureEncoder };
  threads: LibraryThreads;
  /** Cached suggestions of the latest guides, by guide. A source never changes, so neither do its suggestions. */
  latestSuggestions: LatestResults<readonly Suggestion[]>;
  /** Delivers waiting outbox entries now. */
  flushOutbox: () => void;
  log: Log;
  clock: () => Date;
}
