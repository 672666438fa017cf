import { notADeck, tooLarge } from './ImportError.ts';
import { importLimits } from './importLimits.ts';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

/** How many bytes are inspected at the beginning of a text without a byte order mark. */
const sampleBytes = 4_096;

/** UTF-16 without a byte order mark: every second byte of ordinary text is 0. */
const unmarkedUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const zeros = [0, 0];
  const length = Math.min(sampleBytes, bytes.length - (bytes.length % 2));
  for (let index = 0; index < length; index += 1) if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > length / 5 && even === 0) return 'utf-16le';
  return even > length / 5 && odd === 0 ? 'utf-16be' : undefined;
};

const encodingOf = (bytes: Uint8Array): string => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return unmarkedUtf16(bytes) ?? 'utf-8';
};

const decode = (bytes: Uint8Array): string => {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Spreadsheets on Windows write one byte for each character, unless they are told otherwise.
    if (encoding === 'utf-8') return new TextDecoder('windows-1252').decode(bytes);
    throw notADeck();
  }
};

/** Control characters that no text has. */
const isBinary = (text: string): boolean => /(?![\t\n\f\r\u0085])\p{Cc}/u.test(text.slice(0, 100_000));
/** Beginnings of files that are text and no table: PDF, HTML, RTF, JSON of an object. */
const otherFormats = /^\s{0,100}(?:%PDF-|<!doctype|<html|<\?xml|\{\\rtf|\{\s{0,100}")/i;

/**
 * The characters of a text file in UTF-8, UTF-16 or Windows-1252, with or without a byte order mark.
 * @throws ImportError for what is no text, or too long
 */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes.byteLength > 2 * importLimits.textCharacters) throw tooLarge();
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (isBinary(text) || otherFormats.test(text)) throw notADeck();
  return text;
};
