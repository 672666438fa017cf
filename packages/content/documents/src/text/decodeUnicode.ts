import type { TextEncodingName } from '@lectern/contracts';

export interface DecodedText {
  text: string;
  encoding: TextEncodingName;
  /** False if other encodings are about as likely. */
  isCertain: boolean;
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

const sampleBytes = 4_096;

/** Returns the number of ASCII characters; 0 if the bytes are no text. */
const plainCharacters = (bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number => {
  const text = decodeStrictly(bytes, encoding, true);
  if (text === undefined || /(?![\t\n\f\r\u0085])[\p{Cc}\p{Cn}\p{Co}]/u.test(text)) return 0;
  return text.match(/[\t\n\r -~]/g)?.length ?? 0;
};

/** Recognises UTF-16 without a byte order mark: it has zero bytes, which no other text has, and is readable in one byte order. */
const unmarkedUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const sample = bytes.subarray(0, sampleBytes);
  if (bytes.length % 2 !== 0 || !sample.includes(0)) return undefined;
  const [little, big] = [plainCharacters(sample, 'utf-16le'), plainCharacters(sample, 'utf-16be')];
  if (little === 0 && big === 0) return undefined;
  return little >= big ? 'utf-16le' : 'utf-16be';
};

/** Decodes bytes. @param isCut - Whether the last character may be incomplete. @returns `undefined` for another encoding */
export const decodeStrictly = (bytes: Uint8Array, encoding: TextEncodingName, isCut = false): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
};

/** Recognises UTF-16 by its byte order mark or its zero bytes. */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return unmarkedUtf16(bytes);
};

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark.
 *
 * @param isCut - Whether the bytes are only the beginning of a file.
 * @returns `undefined` for another encoding
 */
export const decodeUnicode = (bytes: Uint8Array, isCut = false): DecodedText | undefined => {
  const encoding = utf16Of(bytes) ?? 'utf-8';
  const text = decodeStrictly(bytes, encoding, isCut);
  return text === undefined ? undefined : { text, encoding, isCertain: true };
};
