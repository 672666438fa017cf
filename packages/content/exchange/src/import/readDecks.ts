import type { TextEncodingName } from '@lectern/contracts';
import { readApkg } from '../anki/import/readApkg.ts';
import { decodeTable } from './decodeTable.ts';
import type { ColumnChoice, ImportedDecks } from './ImportedDeck.ts';
import { ImportError, notADeck } from './ImportError.ts';
import { importLimits } from './importLimits.ts';
import { readDelimited } from './readDelimited.ts';

export interface ReadDecksOptions {
  /** An empty folder of the caller's, who deletes it. */
  folder: string;
  /** Of a text file: which cells are the sides. Left out, it is found. */
  columns?: ColumnChoice | undefined;
  /** Of a text file. Left out, it is detected. */
  encoding?: TextEncodingName | undefined;
}

const [letterP, letterK] = [0x50, 0x4b];

const readTable = async (bytes: Uint8Array, columns?: ColumnChoice, chosen?: TextEncodingName): Promise<ImportedDecks> => {
  const { text, encoding, isCertain } = await decodeTable(bytes, chosen);
  return { ...readDelimited(text, columns), encoding: { name: encoding, isCertain } };
};

/**
 * Reads the cards of a file: a package of Anki, or a text with a card a line. Its content tells what it is; its name does not count. It uses the
 * processor without a pause, so that it belongs in a thread of its own.
 * @throws ImportError with a sentence for the learner, for everything that is no such file
 */
export const readDecks = async (bytes: Uint8Array, { folder, columns, encoding }: ReadDecksOptions): Promise<ImportedDecks> => {
  if (bytes.byteLength === 0) throw notADeck();
  const isZip = bytes[0] === letterP && bytes[1] === letterK && (bytes[2] ?? 0xff) < 9;
  const read = isZip ? await readApkg(bytes, folder) : await readTable(bytes, columns, encoding);
  if (read.decks.length > importLimits.decks)
    throw new ImportError('too-large', `There are more than ${importLimits.decks} decks in this file. Export them one by one.`);
  if (!read.decks.some(({ cards }) => cards.length > 0))
    throw new ImportError('no-cards', 'There are no cards in this file that can be taken over.');
  return read;
};
