import { createPollLoop, DomainError, FairQueue, type BackgroundQueue, type Metrics } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { PagesDocument } from '../store.ts';
import { makePages } from './makePages.ts';

/** Guides per read: the oldest due ones, and the newest, so that one learner's many guides do not hide the others'. */
const guidesPerRead = 50;

/** At most one LibreOffice, and at the same time one PDF. */
const slots = { slots: 2, largeSlots: 1, waitingMax: guidesPerRead, perOwnerMax: 10 } as const;

/** Whether the next step may run LibreOffice. */
const needsOffice = ({ originals }: PagesDocument): boolean => originals.some(({ kind, isDone }) => !isDone && kind !== 'page');

/** Creates the queue that makes the pages of guides in the background. */
export function createPageQueue(library: LibraryContext, metrics: Metrics): BackgroundQueue {
  const { store, leases, log, clock } = library;
  const queue = new FairQueue({ ...slots, name: 'pages', metrics });

  const findDue = async (): Promise<PagesDocument[]> => {
    const due = { atMost: clock().toISOString(), limit: guidesPerRead };
    const oldest = await store.pages.find('byDue', due);
    const newest = oldest.length < guidesPerRead ? [] : await store.pages.find('byDue', { ...due, order: 'desc' });
    return [...new Map([...oldest, ...newest].map((document) => [document._id, document])).values()];
  };
  /** Whether no other process makes these pages. */
  const isFree = async ({ leaseOwner }: PagesDocument): Promise<boolean> =>
    leaseOwner === '' || leases.isOwn(leaseOwner) || leases.isOver(leaseOwner);
  const runInTurn = async (document: PagesDocument): Promise<void> => {
    try {
      await queue.run(document.userId, needsOffice(document), () => makePages(library, document));
    } catch (error) {
      // It stays due if the queue is full.
      if (!(error instanceof DomainError && (error.code === 'rate_limited' || error.code === 'unavailable'))) throw error;
    }
  };
  return createPollLoop<PagesDocument>({
    poll: async ({ inFlight, begin, isStopped }) => {
      for (const document of await findDue()) {
        if (isStopped()) return;
        if (inFlight.has(document._id) || !(await isFree(document))) continue;
        begin(document._id, document, () => runInTurn(document));
      }
    },
    failed: (error) => log('error', 'pages.failed', { error }),
  });
}
