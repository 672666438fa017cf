import { hostname } from 'node:os';

const startedAt = Math.round(Date.now() - process.uptime() * 1000);

/** The id of this process: host, process id and start time, since process ids are reused. */
export const processId = `${hostname()}/${process.pid}/${startedAt}`;

/** Whether a process of this machine has ended. For processes of other machines it is not known: false. */
export function hasEndedHere(id: string): boolean {
  const [host, pid] = id.split('/');
  if (host !== hostname() || id === processId) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
