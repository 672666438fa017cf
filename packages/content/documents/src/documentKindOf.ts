import { utf16Of } from './text/decodeUnicode.ts';

/** A `package` is a zip archive, such as a .docx. */
export type DocumentKind = 'pdf' | 'package' | 'encrypted-office' | 'old-office' | 'text' | 'unknown';

/** The last offset at which `%PDF-` may begin: some programs write a few lines before it. */
const latestMark = 1_024;
const sampleBytes = 65_536;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => bytes[index] === byte);

const hasPdfMark = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(0, latestMark)).includes('%PDF-');

/** Whether a file is an OLE container. Old versions of Office write one, and new ones for encrypted documents. */
export const isOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Whether an OLE container holds an encrypted document. Its stream has this name in UTF-16. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
  let at = bytes.indexOf(name[0] ?? 0);
  while (at >= 0) {
    if (startsWith(bytes.subarray(at, at + name.length), name)) return true;
    at = bytes.indexOf(name[0] ?? 0, at + 1);
  }
  return false;
}

/**
 * The signatures of an archive's first entry, and of the end of an empty archive. "PK" alone is not enough, because plain notes may begin
 * with it.
 */
const zipStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/** Text has no control characters except tabs, line ends, page breaks and escapes. */
const isText = (bytes: Uint8Array): boolean =>
  utf16Of(bytes) !== undefined ||
  bytes.subarray(0, sampleBytes).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);

/** Recognises a file by its content. */
export function documentKindOf(bytes: Uint8Array): DocumentKind {
  if (hasPdfMark(bytes)) return 'pdf';
  if (zipStarts.some((start) => startsWith(bytes, start))) return 'package';
  if (isOldOffice(bytes)) return isEncryptedOffice(bytes) ? 'encrypted-office' : 'old-office';
  if (startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66])) return 'unknown';
  return isText(bytes) ? 'text' : 'unknown';
}
