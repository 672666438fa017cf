import type { Suggestion } from '@lectern/contracts';
import type { PictureAddresses, PictureEncoder, PictureFiles } from '@lectern/pictures';
import type { DeletedAccounts, LatestResults, Leases, Log, Plans, Quota, ShareLinks } from '@lectern/service-kit';
import type { LibraryThreads } from './LibraryThreads.ts';
import type { PageDrawer } from './pages/drawing/createPageDrawer.ts';
import type { OfficeConverter } from './pages/office/createOfficeConverter.ts';
import type { LibraryStore } from './store.ts';
import type { StudyContent } from './StudyContent.ts';

/** The dependencies of the library's rules. Built once, in `createApp.ts`. */
export interface LibraryContext {
  store: LibraryStore;
  content: StudyContent;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  /** The links of guides and folders. */
  shareLinks: ShareLinks;
  /** The pictures of guides: their files, signed addresses and encoder. */
  pictures: { files: PictureFiles; addresses: PictureAddresses; encoder: PictureEncoder };
  /** The pages of guides' files: their pictures, their signed addresses, and what makes them. */
  pages: {
    files: PictureFiles;
    addresses: PictureAddresses;
    /** The files of guides whose pages are not made yet. */
    originals: PictureFiles;
    drawer: PageDrawer;
    /** Absent without LibreOffice. */
    office: OfficeConverter | undefined;
    /** Makes due pages now. */
    flush: () => void;
  };
  leases: Leases;
  threads: LibraryThreads;
  /** Cached suggestions of the latest guides, by guide. A source never changes, so neither do its suggestions. */
  latestSuggestions: LatestResults<readonly Suggestion[]>;
  /** Delivers waiting outbox entries now. */
  flushOutbox: () => void;
  log: Log;
  clock: () => Date;
}
