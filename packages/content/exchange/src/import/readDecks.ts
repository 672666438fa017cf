import type { TextEncodingName } from '@lectern/contracts';
import { decodeText, type DecodedText } from '@lectern/documents/decode-text';
import { notADeck, tooLarge, ImportError } from './ImportError.ts';
import { importLimits } from './importLimits.ts';
import { readApkg } from '../anki/import/readApkg.ts';
import type { ColumnChoice, ImportedDecks } from './ImportedDeck.ts';
import { readDelimited } from './readDelimited.ts';

/** Control characters that no text has. */
const isBinary = (text: string): boolean => /(?![\t\n\f\r\u0085])\p{Cc}/u.test(text.slice(0, 100_000));
/** Beginnings of files that are text and no table: PDF, HTML, RTF, JSON of an object. */
const otherFormats = /^\s{0,100}(?:%PDF-|<!doctype|<html|<\?xml|\{\\rtf|\{\s{0,100}")/i;

/**
 * The characters of a text file with cards.
 * @param encoding - the learner's choice; detected when left out
 * @throws ImportError for what is no text, or too long
 */
export const decodeTable = async (bytes: Uint8Array, encoding?: TextEncodingName): Promise<DecodedText> => {
  if (bytes.byteLength > 2 * importLimits.textCharacters) throw tooLarge();
  const decoded = await decodeText(bytes, encoding);
  if (isBinary(decoded.text) || otherFormats.test(decoded.text)) throw notADeck();
  return decoded;
};

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
