import { DocumentError } from '../DocumentError.ts';
import type { Part } from '../ooxml/xml.ts';
import { cleanText } from '../text/cleanText.ts';
import { decodeUnicode } from '../text/decodeUnicode.ts';
import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';
import { readHtml } from './readHtml.ts';

const unreadable = (what: string): DocumentError =>
  new DocumentError(
    'no-text',
    `This Word document holds ${what}, which only Word can open. Open it in Word, save it again, and upload the saved file.`,
  );

const charsetIn = (head: string): string | undefined => /charset\s*=\s*["']?([\w-]{1,30})/i.exec(head)?.[1];

/** Word writes Unicode, or else the Western code page. */
const decodeUnnamed = (bytes: Uint8Array): string => decodeUnicode(bytes)?.text ?? new TextDecoder('windows-1252').decode(bytes);

function decode(bytes: Uint8Array, charset: string | undefined): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (charset === undefined || hasMark) return decodeUnnamed(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown encoding.
    return decodeUnnamed(bytes);
  }
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const htmlOf = (bytes: Uint8Array, charset?: string): string => decode(bytes, charset ?? charsetIn(latin1(bytes.subarray(0, 2_048))));

function unpacked(body: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Returns the web page in an MHTML archive: its first part of that type. */
function htmlOfArchive(bytes: Uint8Array): string {
  const text = latin1(bytes);
  const boundary = /boundary\s*=\s*"?([^"\r\n;]{1,100})/i.exec(text.slice(0, 8_192))?.[1];
  const parts = boundary === undefined ? [text] : text.split(`--${boundary.trim()}`);
  for (const each of parts) {
    const part = each.trimStart();
    const end = /\r?\n\r?\n/.exec(part.slice(0, 8_192));
    const [head, body] = end ? [part.slice(0, end.index), part.slice(end.index + end[0].length)] : ['', ''];
    if (!/content-type\s*:\s*text\/html/i.test(head)) continue;
    const encoding = /content-transfer-encoding\s*:\s*([\w-]{1,30})/i.exec(head)?.[1] ?? '';
    return htmlOf(unpacked(body, encoding.toLowerCase()), charsetIn(head));
  }
  return '';
}

const paragraphsOfText = (text: string): FlowParagraph[] =>
  text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .flatMap((line) => (line === '' ? [] : [{ kind: 'paragraph', level: 0, text: line }]));

/**
 * Reads a file that a Word document embeds in place of text (`w:altChunk`).
 *
 * @param name - The name of its part.
 * @throws DocumentError `no-text` for a format that only Word can read
 */
export function readChunk({ bytes, spend }: Part, name: string): FlowParagraph[] {
  const mark = (marks: number): void => {
    spend(marks);
  };
  const start = latin1(bytes.subarray(0, 1_024)).trimStart();
  if (start.startsWith('{\\rtf')) throw unreadable('an RTF document');
  if (start.startsWith('PK')) throw unreadable('another Word document');
  if (/\.mht(?:ml)?$/i.test(name) || /^(?:mime-version|content-type)\s*:/im.test(start)) return readHtml(htmlOfArchive(bytes), mark);
  if (/\.x?html?$/i.test(name) || start.startsWith('<')) return readHtml(htmlOf(bytes), mark);
  if (/\.txt$/i.test(name)) return paragraphsOfText(decodeUnnamed(bytes));
  throw unreadable('a file of another kind');
}
