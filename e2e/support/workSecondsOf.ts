import { readFileSync } from 'node:fs';

/**
 * Seconds of a processor that processes have used so far, their threads and ended children included (`man proc_pid_stat`). A limit of this time, or a ratio of two, says the
 * same on a machine that is slow or busy, as the time on the wall does not.
 */
export const workSecondsOf = (...pids: readonly number[]): number => {
  let seconds = 0;
  for (const pid of pids) {
    // The name in brackets may hold blanks; times follow in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    for (const field of fields.slice(11, 15)) seconds += Number(field) / 100;
  }
  return seconds;
};
