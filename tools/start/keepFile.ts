import { renameSync, rmSync, writeFileSync } from 'node:fs';

const againMs = 1_000;

/**
 * Keeps a file up to date, whole at any time. While it cannot be written, on a full disk for example, it is tried again every second: nobody
 * waits for it, and it is not worth the process.
 * @returns what takes the newest content
 */
export function keepFile(file: string): (content: string) => void {
  let timer: NodeJS.Timeout | undefined;
  return (content) => {
    clearTimeout(timer);
    const write = (): void => {
      const unfinished = `${file}.new`;
      try {
        writeFileSync(unfinished, content);
        renameSync(unfinished, file);
      } catch {
        rmSync(unfinished, { force: true });
        timer = setTimeout(write, againMs).unref();
      }
    };
    write();
  };
}
