import type { DeletedAccounts, Idempotency, InternalStream, Log } from '@lectern/service-kit';
import type { Hashing } from './domain/createHashing.ts';
import type { RegistrationBound } from './domain/RegistrationBound.ts';
import type { MailQueue } from './mail/createMailQueue.ts';
import type { AuthStore } from './store.ts';

/** The dependencies of auth's rules. Built once, in `createApp.ts`. */
export interface AuthContext {
  store: AuthStore;
  /** Signs session tokens, and keys the hashes of values that must not be guessable from the store. */
  tokenSecret: string;
  /** The random part of a mailed link. */
  randomSeed: () => string;
  hashing: Hashing;
  registrationBound: RegistrationBound;
  /** Whether attempts and mails are limited. */
  areLimitsOn: boolean;
  mailQueue: Pick<MailQueue, 'add' | 'erase'>;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  /** Reads the data of other services about a learner. */
  stream: InternalStream;
  /** Delivers waiting outbox entries now. */
  flushOutboxes: () => void;
  log: Log;
  clock: () => Date;
}
