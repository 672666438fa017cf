import { hostname } from 'node:os';

/**
 * Names the process that holds a reservation, so that what a crash left behind is told from what is still being worked on:
 * host, process id, and when the process began (ids are used again).
 */
const startedAt = Math.round(Date.now() - process.uptime() * 1000);
export const leaseOwner = `${hostname()}/${process.pid}/${startedAt}`;

/** Longest for which a lease is believed, in milliseconds: generation by a model may take 180 s, nothing takes longer. */
export const leaseMs = 190_000;

/** Whether the process of a reservation may still be working on it. */
export function isLeaseOwnerAlive(other: string, since: Date, now: Date): boolean {
  if (other === leaseOwner) return true;
  const [host, id] = other.split('/');
  if (host !== hostname()) return now.getTime() - since.getTime() < leaseMs;
  if (Number(id) === process.pid) return false;
  try {
    process.kill(Number(id), 0);
    return now.getTime() - since.getTime() < leaseMs;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
