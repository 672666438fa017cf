import { textEncodingNames, type TextEncodingName } from '@lectern/contracts/plain';
import { decodeStrictly, decodeUnicode, type DecodedText } from './decodeUnicode.ts';

export type { DecodedText };

/** The detector's names that differ from ours. */
const otherNames: Readonly<Record<string, TextEncodingName>> = {
  'iso8859-15': 'iso-8859-15',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  cp1258: 'windows-1258',
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  shift_jis_2004: 'shift_jis',
  'euc-jis-2004': 'euc-jp',
  cp949: 'euc-kr',
};
const isKnown = (name: string): name is TextEncodingName => (textEncodingNames as readonly string[]).includes(name);

/** Candidate encodings by the detector's names. */
const looksFor = [
  ...textEncodingNames.filter((name) => !name.startsWith('utf') && name !== 'windows-874' && name !== 'big5'),
  ...['cp874', 'big5hkscs', 'cp932', 'cp949'],
];

/** Bytes inspected from the first non-ASCII one on. */
const sampleBytes = 65_536;
/** Multi-byte encodings. */
const wide: readonly TextEncodingName[] = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];
/** Maximum confidence of the second candidate relative to the first. */
const clearLead = 0.5;
/** Fewer East Asian characters fit several encodings. */
const fewestWide = 4;

const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = bytes.lastIndexOf(0x0a, first) + 1;
  const from = first - lineStart > 1_000 ? first : lineStart;
  return bytes.subarray(from, from + sampleBytes);
};

/** Signs of a wrong encoding: symbols in words, capitals after small letters, two scripts in one word. */
const misread =
  /(?<=\p{Ll})(?=[^\0-\u007f])[\p{Lu}\p{S}\p{No}]|(?=[^\0-\u007f])[\p{S}\p{No}](?=\p{Ll})|(?=[^\0-\u007f])\p{Cc}|(?<=[A-Za-z])[\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Thai}]/gu;
/** Icelandic letters, which have the codes of frequent Turkish ones. */
const icelandic = /[ÐðÞþ]/g;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns a factor for the detector's confidence: Western spreadsheets are most frequent, misread letters speak against an encoding. */
const likelihoodOf = (encoding: TextEncodingName, text: string): number => {
  const isWestern = encoding === 'windows-1252';
  const count = Math.max(1, countOf(text, /[^\0-\u007f]/gu));
  const odd = countOf(text, misread) + (isWestern ? countOf(text, icelandic) : 0);
  // With fewer letters, the detector knows less.
  return (isWestern ? 1.1 + 1 / count : 1) * Math.max(0.1, 1 - odd / count);
};

interface Candidate {
  encoding: TextEncodingName;
  /** The detector's, times `likelihoodOf`. */
  confidence: number;
  sample: string;
}

/** Returns candidate encodings, the likeliest first. Of those with equal results, only the first is kept. */
const candidatesOf = async (bytes: Uint8Array): Promise<Candidate[]> => {
  // A megabyte of models, only needed for old encodings.
  const { detectAll } = await import('jschardet');
  const sample = sampleOf(bytes);
  const found: Candidate[] = [];
  for (const { encoding: given, confidence } of detectAll(sample, { detectEncodings: looksFor, minimumThreshold: 0 })) {
    const name = (given ?? '').toLowerCase();
    const encoding = otherNames[name] ?? name;
    const text = isKnown(encoding) ? decodeStrictly(sample, encoding, true) : undefined;
    if (text === undefined || !isKnown(encoding) || found.some((each) => each.sample === text)) continue;
    found.push({ encoding, confidence: confidence * likelihoodOf(encoding, text), sample: text });
  }
  return found.sort((a, b) => b.confidence - a.confidence);
};

const isClear = ([first, second]: readonly Candidate[]): boolean => {
  if (!first) return false;
  if (wide.includes(first.encoding) && countOf(first.sample, /[^\0-\u007f]/gu) < fewestWide) return false;
  return !second || second.confidence < clearLead * first.confidence;
};

/**
 * Decodes a text. UTF-8 and UTF-16 are recognised with certainty; older encodings of European and Asian spreadsheets are detected by their
 * letters.
 *
 * @param chosen - The encoding, if the learner knows it.
 */
export const decodeText = async (bytes: Uint8Array, chosen?: TextEncodingName): Promise<DecodedText> => {
  if (chosen !== undefined) return { text: new TextDecoder(chosen).decode(bytes), encoding: chosen, isCertain: true };
  const unicode = decodeUnicode(bytes);
  if (unicode) return unicode;
  const candidates = await candidatesOf(bytes);
  for (const { encoding } of candidates) {
    const text = decodeStrictly(bytes, encoding);
    if (text !== undefined) return { text, encoding, isCertain: isClear(candidates) };
  }
  const encoding = candidates[0]?.encoding ?? 'windows-1252';
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isCertain: false };
};
