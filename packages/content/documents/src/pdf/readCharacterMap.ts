import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** File names come from a PDF, so they are checked before reading. */
const fileName = /^[A-Za-z0-9][\w-]{0,60}\.bcmap$/;

/** Reads one of Adobe's character maps from the package of pdf.js. @throws Error for an unknown name */
export async function readCharacterMap(file: string): Promise<Uint8Array> {
  if (!fileName.test(file)) throw new Error('Unknown character map.');
  const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return new Uint8Array(await readFile(join(pdfjs, 'cmaps', file)));
}
