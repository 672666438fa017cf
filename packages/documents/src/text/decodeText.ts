/** The text of a file: UTF-8, UTF-16 with a byte order mark, else the letters of Western Windows. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // No UTF-8: older programs write a byte for each letter.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
