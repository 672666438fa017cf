import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes a program that a test starts as a process, and returns its address. */
export const writeProgram = (folder: string, name: string, text: string): URL => {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return pathToFileURL(file);
};
