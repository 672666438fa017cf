import { readFileSync } from 'node:fs';

/**
 * Returns the CPU seconds that processes have used so far, including threads and ended children (`man proc_pid_stat`). Unlike wall time,
 * limits and ratios of CPU time hold on a slow or busy machine as well.
 */
export const workSecondsOf = (...pids: readonly number[]): number => {
  let seconds = 0;
  for (const pid of pids) {
    // The name in brackets may contain spaces. Times are in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    for (const field of fields.slice(11, 15)) seconds += Number(field) / 100;
  }
  return seconds;
};
