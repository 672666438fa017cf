import { utf16Of } from './text/decodeUnicode.ts';

/** The kinds of files that are told apart. A `package` is a zip archive, such as a .docx. */
export type DocumentKind = 'pdf' | 'package' | 'encrypted-office' | 'old-office' | 'text' | 'unknown';

/** The last offset at which `%PDF-` may begin: some programs write a few lines before it. */
const latestMark = 1_024;
/** How many bytes are searched for control characters, which show that a file is no text. */
const sampleBytes = 65_536;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => bytes[index] === byte);

const hasPdfMark = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(0, latestMark)).includes('%PDF-');

/** Whether a file is a container (OLE) of old Office versions. Encrypted documents of new versions are in one, too. */
export const isOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Whether such a container holds an encrypted document, by the name of its stream in UTF-16. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
  let at = bytes.indexOf(name[0] ?? 0);
  while (at >= 0) {
    if (startsWith(bytes.subarray(at, at + name.length), name)) return true;
    at = bytes.indexOf(name[0] ?? 0, at + 1);
  }
  return false;
}

/** A zip archive begins with its first entry, or with its end where it is empty. Notes may begin with the two letters "PK" alone. */
const zipStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/** Text has no control characters but tabs, line ends, page breaks and escapes. */
const isText = (bytes: Uint8Array): boolean =>
  utf16Of(bytes) !== undefined ||
  bytes.subarray(0, sampleBytes).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);

/** The kind of a file by its content. */
export function documentKindOf(bytes: Uint8Array): DocumentKind {
  if (hasPdfMark(bytes)) return 'pdf';
  if (zipStarts.some((start) => startsWith(bytes, start))) return 'package';
  if (isOldOffice(bytes)) return isEncryptedOffice(bytes) ? 'encrypted-office' : 'old-office';
  if (startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66])) return 'unknown';
  return isText(bytes) ? 'text' : 'unknown';
}
