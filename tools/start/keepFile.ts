import { renameSync, rmSync, writeFileSync } from 'node:fs';

const againMs = 1_000;

/**
 * Keeps a file up to date; it is replaced as a whole. While it cannot be written, on a full disk for example, it is tried again every second,
 * in the background and without an error.
 * @returns a function that takes the newest content
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
