import type { DocumentStore } from '@lectern/document-store';
import { silentLog } from '../log.ts';
import { ShareLinks } from '../ShareLinks.ts';

/** Creates share links whose owners are all called Ada. */
export const shareLinksFake = (store: DocumentStore, clock: () => Date): ShareLinks =>
  new ShareLinks({
    store,
    secret: 'a secret of the tests',
    publicUrl: 'http://localhost:3000',
    call: async ({ answer }) => answer.parse({ firstName: 'Ada' }),
    log: silentLog,
    clock,
  });
