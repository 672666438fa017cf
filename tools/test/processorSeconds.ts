import { readFileSync } from 'node:fs';

/**
 * How long this process's ended children and theirs have used a processor, in seconds. On Linux; 0 elsewhere. The kernel adds a child's time when it
 * has ended.
 */
export const processorSeconds = (): number => {
  if (process.platform !== 'linux') return 0;
  // proc_pid_stat(5): cutime and cstime are the 14th and 15th fields after the program's name, in hundredths of a second.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100;
};
