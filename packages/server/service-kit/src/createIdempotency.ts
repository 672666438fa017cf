import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DocumentTooLargeError, newId, stringifyInPieces, type DocumentStore } from '@lectern/document-store';
import { claimAttempt, idempotencyMismatch, type Creation, type IdempotentRequest } from './claimAttempt.ts';
import type { Leases } from './createLeases.ts';
import { DomainError } from './DomainError.ts';
import { idempotencyCollection, type Attempts } from './idempotencyCollection.ts';
import type { Log } from './log.ts';
import { retry } from './retry.ts';

/** The number of stored answers per read. */
const answersPerRead = 200;
/** The interval, in milliseconds, and the number of tries to release an attempt while the store is unavailable: five minutes in total. */
const releaseEveryMs = 1_000;
const releaseAttempts = 300;

export interface Idempotency {
  /**
   * Runs `work` once per key: the same key and body get the first answer. An attempt that was interrupted, or whose process died, is resumed under
   * the same id.
   *
   * @throws DomainError `idempotency_mismatch` for another body, `in_progress` while another process works on it, `conflict` if the resource was
   * deleted since
   */
  run<T>(request: IdempotentRequest, work: (creation: Creation) => Promise<T>): Promise<T>;
  /** Returns the creation of a call without a key. */
  creationWithoutKey(): Promise<Creation>;
  /** Deletes the stored answers of calls that created or changed this resource: they contain its text. */
  forgetResource(userId: string, resourceId: string): Promise<void>;
  erase(userId: string): Promise<void>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Hashes the parts of a request. A large body is serialised in pieces. */
export const hashOfRequest = async (parts: readonly unknown[]): Promise<string> => hashOf(await stringifyInPieces(parts));

/** A failed attempt. */
interface Failure {
  userId: string;
  id: string;
  /** Its stored owner. */
  owner: string;
  error: unknown;
}

/**
 * Ends this process's lease on a failed attempt. After a refusal nothing was created, and the next attempt starts again. After any other error the
 * resource may exist, and the next attempt checks for it.
 */
const release = async (attempts: Attempts, { userId, id, owner, error }: Failure): Promise<void> => {
  if (error instanceof DomainError) await attempts.delete({ userId, _id: id }, { equals: { leaseOwner: owner }, absent: ['answer'] });
  else await attempts.update({ userId, _id: id }, { set: { leaseOwner: '' } }, { equals: { leaseOwner: owner }, absent: ['answer'] });
};

/**
 * Stores the answer of an attempt. If the answer is too large for the store, the next attempt finds the resource of this one and creates the answer
 * again.
 */
const keep = async (attempts: Attempts, { userId, id, owner }: Omit<Failure, 'error'>, answer: string): Promise<void> => {
  // Refused if the resource was deleted since, or another process has taken over the attempt: its answer is the one to store.
  const guard = { equals: { leaseOwner: owner }, absent: ['isResourceDeleted' as const] };
  try {
    await attempts.update({ userId, _id: id }, { set: { answer } }, guard);
  } catch (error) {
    if (!(error instanceof DocumentTooLargeError)) throw error;
    await attempts.update({ userId, _id: id }, { set: { leaseOwner: '' } }, guard);
  }
};

interface ReleaseParts {
  attempts: Attempts;
  isInFlight: (id: string) => boolean;
  log: Log;
  pause: (milliseconds: number) => Promise<unknown>;
}

/** Releases an attempt once the store is available again. This process can resume it without that; another instance needs it released. */
const releaseLater = async ({ attempts, isInFlight, log, pause }: ReleaseParts, failed: Failure): Promise<void> => {
  await pause(releaseEveryMs);
  try {
    await retry(
      async () => {
        // Another call may have resumed it.
        if (!isInFlight(failed.id)) await release(attempts, failed);
      },
      { pauseMs: () => releaseEveryMs, attempts: releaseAttempts, wait: pause },
    );
  } catch (failure) {
    // The caller has received the store's error. Another instance takes over the attempt when its lease ends.
    log('warn', 'idempotency.not_released', { error: failure });
  }
};

/**
 * Runs creating calls once per `Idempotency-Key`. Answers are stored for a day.
 *
 * @param pause Waits between attempts to release, in milliseconds. Defaults to a timer that does not keep the process alive.
 * @example
 * const idempotency = createIdempotency(store, leases, clock, log);
 * const request = { key, scope: 'createFolder', userId, bodyHash: await hashOfRequest([internalSecret, body]) };
 * const folder = await idempotency.run(request, (creation) => createFolder(library, userId, body.name, creation));
 */
export function createIdempotency(
  store: DocumentStore,
  leases: Leases,
  clock: () => Date,
  log: Log,
  pause: (milliseconds: number) => Promise<unknown> = (milliseconds) => wait(milliseconds, undefined, { ref: false }),
): Idempotency {
  const attempts: Attempts = store.collection(idempotencyCollection);
  /** The attempts in flight in this process. A stored attempt of this process that is missing here was left by a store failure. */
  const inFlight = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();
  const releasing: ReleaseParts = { attempts, isInFlight: (id) => inFlight.has(id), log, pause };

  /** Claims the attempt and runs `work`. After a failure the attempt is released, so that it can be repeated. */
  const runClaimed = async <T>(id: string, request: IdempotentRequest, work: (creation: Creation) => Promise<T>): Promise<T> => {
    const claimed = await claimAttempt({ attempts, leases, clock }, id, request);
    // The stored answer is that of this call, so its type is that of `work`.
    if ('answer' in claimed) return JSON.parse(claimed.answer) as T;
    const { creation, owner, isKept } = claimed;
    const { userId } = request;
    try {
      const made = await work(creation);
      if (!isKept(made)) await keep(attempts, { userId, id, owner }, await stringifyInPieces<unknown>(made));
      return made;
    } catch (error) {
      const failed = { userId, id, owner, error };
      // The first error is the one to report.
      await release(attempts, failed).catch(() => void releaseLater(releasing, failed));
      throw error;
    }
  };

  return {
    async run<T>(request: IdempotentRequest, work: (creation: Creation) => Promise<T>): Promise<T> {
      const { key, scope, userId, bodyHash } = request;
      const id = hashOf(JSON.stringify([userId, scope, key]));
      const running = inFlight.get(id);
      if (running) {
        if (running.bodyHash !== bodyHash) throw idempotencyMismatch();
        return (await running.answer) as T;
      }
      const answer = runClaimed(id, request, work);
      inFlight.set(id, { bodyHash, answer });
      try {
        return await answer;
      } finally {
        inFlight.delete(id);
      }
    },
    async creationWithoutKey() {
      const owner = await leases.own();
      return { newId: newId(() => clock().getTime()), resumed: false, confirm: () => leases.confirm(owner), keep: async () => [] };
    },
    async forgetResource(userId, resourceId) {
      // Updated attempts leave the index, so each batch is read from its start.
      for (let isThrough = false; !isThrough;) {
        const found = await attempts.find('byResource', { equals: { userId, resourceId }, limit: answersPerRead });
        for (const { _id } of found)
          await attempts.update({ userId, _id }, { set: { isResourceDeleted: true }, unset: ['answer', 'resourceId'] });
        isThrough = found.length < answersPerRead;
      }
    },
    async erase(userId) {
      await attempts.deleteWhere('byUser', { userId });
    },
  };
}
