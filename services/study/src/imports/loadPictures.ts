import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadUpload } from './readUpload.ts';

/** A read file with the bytes of its pictures, by their addresses in the cards. */
export interface LoadedUpload extends ReadUpload {
  pictureFiles: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Loads the pictures that the reader left in its folder. */
export const loadPictures = async (read: ReadUpload, folder: string): Promise<LoadedUpload> => {
  const pictureFiles = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [source, file] of read.pictures ?? []) pictureFiles.set(source, new Uint8Array(await readFile(join(folder, file))));
  return { ...read, pictureFiles };
};
