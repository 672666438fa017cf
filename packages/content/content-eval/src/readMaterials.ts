import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { readDeck, sourceOfDeck, sourceOfText } from '@lectern/documents';
import type { Material } from './evaluateDeck.ts';

const kinds = ['.pptx', '.txt', '.md'];
const isReadable = (file: string): boolean => kinds.includes(extname(file).toLowerCase());

/** The given file, or every readable file of a folder. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) throw new Error(`No such file or folder: ${path}`);
  if (!statSync(path).isDirectory()) {
    if (!isReadable(path)) throw new Error(`${path} is neither a deck nor a text (${kinds.join(', ')}).`);
    return [path];
  }
  return readdirSync(path)
    .filter((name) => isReadable(name) && name !== 'LICENSES.md' && name !== 'README.md')
    .sort()
    .map((name) => join(path, name));
}

async function readMaterial(file: string): Promise<Material> {
  const name = basename(file);
  if (extname(file).toLowerCase() !== '.pptx') return { name, source: sourceOfText(readFileSync(file, 'utf8'), name) };
  return { name, source: sourceOfDeck(await readDeck(new Uint8Array(readFileSync(file)))) };
}

/** Reads every deck and text under the paths, in order. */
export async function readMaterials(paths: string[]): Promise<Material[]> {
  const materials: Material[] = [];
  for (const file of new Set(paths.flatMap(filesOf))) materials.push(await readMaterial(file));
  return materials;
}
