import type { Log } from '@lectern/service-kit';
import type { AuthStore } from '../store.ts';

/** The lease of a request in flight, in milliseconds. The sending process renews it; if it dies, another process takes over. */
export const leaseMs = 5_000;
const renewedEveryMs = 1_500;

export type Mails = AuthStore['mails'];

export interface MailLease {
  /** The end of the lease: the request's `dueAt` while this process holds it. */
  dueAt: () => string;
  /** @returns whether this process still held the lease */
  renew: () => Promise<boolean>;
  release: () => void;
}

/** Holds this process's leases on requests in flight, and renews them until they are released. */
export function createMailLeases({ mails, log, clock }: { mails: Mails; log: Log; clock: () => Date }) {
  const leases = new Map<string, MailLease>();
  let isStopped = false;
  const leaseEnd = () => new Date(clock().getTime() + leaseMs).toISOString();

  return {
    /** Returns the end of a lease that starts now. */
    leaseEnd,
    of: (id: string): MailLease | undefined => leases.get(id),
    /** Holds the lease of a request until this time. */
    hold(id: string, until: string): MailLease {
      let dueAt = until;
      const renew = async (): Promise<boolean> => {
        const next = leaseEnd();
        if (!(await mails.update(id, { set: { dueAt: next } }, { equals: { dueAt } }))) return false;
        dueAt = next;
        return true;
      };
      const timer = setInterval(() => {
        // If a renewal fails, another process may send the same mail once more, which is harmless.
        if (!isStopped) void renew().catch((error: unknown) => log('warn', 'mail.leaseFailed', { mail: id, error }));
      }, renewedEveryMs);
      timer.unref();
      const release = () => {
        clearInterval(timer);
        leases.delete(id);
      };
      const lease = { dueAt: () => dueAt, renew, release };
      leases.set(id, lease);
      return lease;
    },
    /** Stops renewing all leases. */
    stop(): void {
      isStopped = true;
    },
  };
}
