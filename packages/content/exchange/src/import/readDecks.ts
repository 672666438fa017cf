import type { TextEncodingName } from '@lectern/contracts';
import { decodeText, type DecodedText } from '@lectern/documents/decode-text';
import { notADeck, tooLarge, ImportError } from './ImportError.ts';
import { importLimits } from './importLimits.ts';
import { readApkg } from '../anki/import/readApkg.ts';
import type { ColumnChoice, ImportedDecks } from './ImportedDeck.ts';
import { readDelimited } from './readDelimited.ts';

/** Whether a text has control characters. */
const isBinary = (text: string): boolean => /(?![\t\n\f\r\u0085])\p{Cc}/u.test(text.slice(0, 100_000));
/** Beginnings of other text formats: PDF, HTML, RTF, a JSON object. */
const otherFormats = /^\s{0,100}(?:%PDF-|<!doctype|<html|<\?xml|\{\\rtf|\{\s{0,100}")/i;

/**
 * Decodes a text file with cards.
 *
 * @param encoding - The learner's choice. Detected by default.
 * @throws ImportError if it is no text, or too long
 */
export const decodeTable = async (bytes: Uint8Array, encoding?: TextEncodingName): Promise<DecodedText> => {
  if (bytes.byteLength > 2 * importLimits.textCharacters) throw tooLarge();
  const decoded = await decodeText(bytes, encoding);
  if (isBinary(decoded.text) || otherFormats.test(decoded.text)) throw notADeck();
  return decoded;
};

export interface ReadDecksOptions {
  /** An empty folder. The caller deletes it. */
  folder: string;
  /** For a text file: which cells are the sides. Detected by default. */
  columns?: ColumnChoice | undefined;
  /** For a text file. Detected by default. */
  encoding?: TextEncodingName | undefined;
}

const [letterP, letterK] = [0x50, 0x4b];

const readTable = async (bytes: Uint8Array, columns?: ColumnChoice, chosen?: TextEncodingName): Promise<ImportedDecks> => {
  const { text, encoding, isCertain } = await decodeTable(bytes, chosen);
  return { ...readDelimited(text, columns), encoding: { name: encoding, isCertain } };
};

/**
 * Reads the cards of a file: an Anki package, or a text with one card per line. Only the content decides which. Blocks the thread, so it
 * needs one of its own.
 *
 * @throws ImportError for any other file
 */
export const readDecks = async (bytes: Uint8Array, { folder, columns, encoding }: ReadDecksOptions): Promise<ImportedDecks> => {
  if (bytes.byteLength === 0) throw notADeck();
  const isZip = bytes[0] === letterP && bytes[1] === letterK && (bytes[2] ?? 0xff) < 9;
  const read = isZip ? await readApkg(bytes, folder) : await readTable(bytes, columns, encoding);
  if (read.decks.length > importLimits.decks)
    throw new ImportError('too-large', `There are more than ${importLimits.decks} decks in this file. Export them one by one.`);
  if (!read.decks.some(({ cards }) => cards.length > 0)) throw new ImportError('no-cards', 'This file has no cards that can be imported.');
  return read;
};
