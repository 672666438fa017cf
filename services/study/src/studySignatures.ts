import { createSignature, type Signature } from '@lectern/service-kit';

/** Creates the signatures of study's addresses. */
export const studySignatures = (secret: string): { calendars: Signature; reminders: Signature } => ({
  calendars: createSignature(secret, 'lectern: addresses of calendars'),
  reminders: createSignature(secret, 'lectern: addresses that switch reminders off'),
});
