import { readFileSync } from 'node:fs';

/**
 * Seconds of a processor that a process has used so far, its threads included. A limit of this time, or a ratio of two, says the same on a
 * machine that is slow or busy, as the time on the wall does not.
 */
export const workSecondsOf = (pid: number): number => {
  // The name in brackets may hold blanks; times follow in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
