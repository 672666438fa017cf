import { newId } from '@lectern/document-store';
import { currentRequest, type OutboxEntry } from '@lectern/service-kit';
import type { MailRequest } from '../mail/MailRequest.ts';

/** Creates the outbox entry of a mail. Mails and events have different receivers, so neither delays the other. */
export const mailEntry = (request: MailRequest, now: Date): OutboxEntry => {
  const requestId = currentRequest()?.requestId;
  return {
    _id: newId(() => now.getTime()),
    kind: 'mail',
    to: 'mail',
    payload: JSON.stringify(request),
    ...(requestId !== undefined && { requestId }),
  };
};
