import { collectionsOf, type DocumentStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { createDeletedAccounts, createIdempotency, createLeases, silentLog } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { createHashing } from '../domain/createHashing.ts';
import { passwords } from '../domain/passwords.ts';
import { RegistrationBound } from '../domain/RegistrationBound.ts';
import { allCollections, collections } from '../store.ts';

/** Creates auth's rules on an empty store at a fixed time, with replaceable dependencies. */
export function authOn({ documents = memoryStore(allCollections), ...parts }: Partial<AuthContext> & { documents?: DocumentStore } = {}): {
  auth: AuthContext;
  documents: DocumentStore;
  time: { now: Date };
} {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const clock = parts.clock ?? (() => time.now);
  const store = collectionsOf(documents, collections);
  let seeds = 0;
  const auth: AuthContext = {
    store,
    tokenSecret: 'a secret of sixteen characters or more',
    randomSeed: () => `seed-${++seeds}`,
    hashing: createHashing(passwords),
    registrationBound: new RegistrationBound(() => store.users.count('byState', { isVerified: false }), clock),
    areLimitsOn: true,
    mailQueue: { add: async () => undefined, erase: async () => undefined },
    deletedAccounts: createDeletedAccounts(documents),
    idempotency: createIdempotency(documents, createLeases({ store: documents, clock, log: silentLog }), clock, silentLog),
    stream: async function* () {
      yield JSON.stringify({ type: 'end' });
    },
    flushOutboxes: () => undefined,
    log: silentLog,
    clock,
    ...parts,
  };
  return { auth, documents, time };
}
