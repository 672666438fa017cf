import * as z from 'zod/mini';
import type { DocumentStore } from '@lectern/document-store';
import { createOutbox, deliverEvent, type InternalClient, type Log, type Metrics, type OutboxEntry } from '@lectern/service-kit';
import type { Accounts } from './domain/createAccounts.ts';
import type { Links } from './domain/createLinks.ts';
import { createComposer } from './mail/createComposer.ts';
import type { Mailer } from './mail/Mailer.ts';
import { createMailQueue } from './mail/createMailQueue.ts';
import type { MailSettings } from './mail/mailContents.ts';
import { MailRequest } from './mail/MailRequest.ts';
import { linksCollection, usersCollection } from './store.ts';

export interface QueuesDependencies {
  store: DocumentStore;
  accounts: Accounts;
  links: Links;
  mailer: Mailer;
  settings: MailSettings;
  call: InternalClient;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  monotonic: () => number;
}

/** The background work of auth: events and mails of accounts, mails with links, and the queue that sends mails. */
export function createQueues(dependencies: QueuesDependencies) {
  const { store, accounts, links, mailer, settings, call, metrics, log, clock, monotonic } = dependencies;
  const mailQueue = createMailQueue({ store, compose: createComposer({ accounts, links, settings, clock }), mailer, metrics, log, clock });

  /** Adds the mail of an outbox entry to the queue. The entry's id keeps it from being added twice. */
  const queueMail = async ({ _id, payload }: OutboxEntry, userId: string): Promise<void> => {
    const request = z.parse(MailRequest, JSON.parse(payload));
    await mailQueue.add({ id: _id, userId: request.kind === 'account-deleted' ? undefined : userId, request });
  };
  const linkOutbox = createOutbox({
    collection: store.collection(linksCollection),
    deliver: (entry, link) => queueMail(entry, link.userId),
    metrics,
    log,
    clock,
    monotonic,
  });
  const sendEvent = deliverEvent(call);
  const accountOutbox = createOutbox({
    collection: store.collection(usersCollection),
    deliver: (entry, account) => (entry.kind === 'mail' ? queueMail(entry, account._id) : sendEvent(entry)),
    emptied: (account) => accounts.finalizeDeletion(account),
    metrics,
    log,
    clock,
    monotonic,
  });
  return { mailQueue, linkOutbox, accountOutbox };
}
