import { hostname } from 'node:os';
import { generationDeadlines } from '@lectern/contracts';

/**
 * The id of this process as the owner of leases. It distinguishes work in flight from leftovers of a crash. It has host, process id and start
 * time, since process ids are reused.
 */
const startedAt = Math.round(Date.now() - process.uptime() * 1000);
export const leaseOwner = `${hostname()}/${process.pid}/${startedAt}`;

/** The longest time that a lease holds, in milliseconds: longer than the slowest work, generation by a model. */
export const leaseMs = generationDeadlines.lease;

/** Whether the owner of a lease may still be working. */
export function isLeaseOwnerAlive(other: string, since: Date, now: Date): boolean {
  if (other === leaseOwner) return true;
  const [host, id] = other.split('/');
  if (host !== hostname()) return now.getTime() - since.getTime() < leaseMs;
  if (Number(id) === process.pid) return false;
  try {
    process.kill(Number(id), 0);
    return now.getTime() - since.getTime() < leaseMs;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
