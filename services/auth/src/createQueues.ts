import * as z from 'zod/mini';
import type { DocumentStore } from '@lectern/document-store';
import { createOutbox, deliverEvent, type InternalClient, type Metrics, type OutboxEntry } from '@lectern/service-kit';
import type { AuthContext } from './AuthContext.ts';
import { finalizeDeletion } from './domain/deleteAccount.ts';
import { composeMail } from './mail/composeMail.ts';
import { createMailQueue } from './mail/createMailQueue.ts';
import type { MailSettings } from './mail/mailContents.ts';
import type { Mailer } from './mail/Mailer.ts';
import { MailRequest } from './mail/MailRequest.ts';

export interface QueuesDependencies {
  store: DocumentStore;
  mailer: Mailer;
  settings: MailSettings;
  call: InternalClient;
  metrics: Metrics;
  monotonic: () => number;
}

/** Creates the background queues of auth: events and mails of accounts, mails with links, and the queue that sends mails. */
export function createQueues(auth: AuthContext, { store, mailer, settings, call, metrics, monotonic }: QueuesDependencies) {
  const { log, clock } = auth;
  const compose = (request: MailRequest, userId: string | undefined) => composeMail(auth, settings, request, userId);
  const mailQueue = createMailQueue({ store, compose, mailer, metrics, log, clock });

  /** Adds the mail of an outbox entry to the queue. The entry's id prevents duplicates. */
  const queueMail = async ({ _id, payload }: OutboxEntry, userId: string): Promise<void> => {
    const request = z.parse(MailRequest, JSON.parse(payload));
    await mailQueue.add({ id: _id, userId: request.kind === 'account-deleted' ? undefined : userId, request });
  };
  const linkOutbox = createOutbox({
    collection: auth.store.links,
    deliver: (entry, link) => queueMail(entry, link.userId),
    metrics,
    log,
    clock,
    monotonic,
  });
  const sendEvent = deliverEvent(call);
  const accountOutbox = createOutbox({
    collection: auth.store.users,
    deliver: (entry, account) => (entry.kind === 'mail' ? queueMail(entry, account._id) : sendEvent(entry)),
    emptied: (account) => finalizeDeletion(auth, account),
    metrics,
    log,
    clock,
    monotonic,
  });
  return { mailQueue, linkOutbox, accountOutbox };
}
