import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const startedAt = Math.round(Date.now() - process.uptime() * 1000);

/** Returns the text, or `none` if the system has no such file. */
const textOr = (none: string, read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return none;
  }
};

/**
 * Identifies the processes that this one can see: those of its container, since the last boot of its machine. Several machines or
 * containers may have the same host name, and the first process of each container has the id 1.
 */
const place = [
  hostname(),
  textOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  textOr('', () => readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')),
]
  .filter((part) => part !== '')
  .join('~')
  .replaceAll('/', '_');

/** The id of this process: its place, process id and start time, because process ids are reused. */
export const processId = `${place}/${process.pid}/${startedAt}`;

/** Returns whether a process of this place has ended. Returns `false` for other machines and containers, because it cannot be known. */
export function hasEndedHere(id: string): boolean {
  const [where, pid] = id.split('/');
  if (where !== place || id === processId) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
