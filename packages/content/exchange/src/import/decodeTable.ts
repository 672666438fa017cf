import type { TextEncodingName } from '@lectern/contracts';
import { decodeText, type DecodedText } from '@lectern/documents/decode-text';
import { notADeck, tooLarge } from './ImportError.ts';
import { importLimits } from './importLimits.ts';

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
