import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file next to a registry with the highest number that a page server accepted. */
export const acceptedName = 'accepted.json';

/** The highest accepted number of a registry. It reveals an older registry, whose signature is also valid but whose number is lower. */
export interface AcceptedSequence {
  highest: () => number;
  /** Has no effect unless the number is higher. */
  raise: (sequence: number) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const numberIn = (text: string): number => {
  const { sequence } = JSON.parse(text) as { sequence?: unknown };
  if (typeof sequence !== 'number') throw new Error('it holds no number');
  return sequence;
};

/** @param file - keeps the number over restarts; without a file it is lost with the process */
export const createAcceptedSequence = (file: string | undefined, log: (line: string) => void): AcceptedSequence => {
  let highest = 0;
  if (file !== undefined)
    try {
      highest = numberIn(readFileSync(file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`number of the registry not read from ${file}: ${messageOf(error)}`);
    }
  return {
    highest: () => highest,
    raise: (sequence) => {
      if (sequence <= highest) return;
      highest = sequence;
      if (file === undefined) return;
      try {
        mkdirSync(dirname(file), { recursive: true });
        const unfinished = `${file}.${String(process.pid)}.unfinished`;
        writeFileSync(unfinished, `${JSON.stringify({ sequence })}\n`);
        renameSync(unfinished, file);
      } catch (error) {
        log(`number of the registry not kept, it is lost when this process ends: ${messageOf(error)}`);
      }
    },
  };
};
