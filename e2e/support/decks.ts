import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A lecture deck written for this project. */
export const sampleDeck = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(root, 'samples', name)));

export const samplePath = (name: string): string => join(root, 'samples', name);

/** Returns the path of a real lecture deck next to the project. Clones do not have these. */
export const sharedDeckPath = (name: string): string | undefined => {
  const path = join(root, '..', 'shared', 'decks', name);
  return existsSync(path) ? path : undefined;
};
