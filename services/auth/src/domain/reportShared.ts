import { sharedPath, type SharedReport } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import type { AuthContext } from '../AuthContext.ts';

/** Mails a reader's report of a shared page to the operator. Whether the page exists is for the operator to see. */
export const reportShared = ({ mailQueue, clock }: AuthContext, { kind, secret, reason }: SharedReport): Promise<void> =>
  mailQueue.add({
    id: `shared-reported-${newId(() => clock().getTime())}`,
    userId: undefined,
    request: { kind: 'shared-reported', path: sharedPath(kind, secret), reason },
  });
