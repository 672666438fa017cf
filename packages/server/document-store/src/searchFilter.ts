/** The length of the bits. Five entries of the index fit on a page. Shorter texts are stored themselves. */
const FILTER_BYTES = 720;
/** Each byte is an ASCII character, so that SQLite's `unicode` reads it. */
const BITS_OF_BYTE = 7;
/** A longer text sets most bits. It has no filter, and its documents are always read. */
const FILTERED_BYTES = 200_000;
/** The length of the parts whose bits are set: most texts contain most shorter ones. */
const PART_BYTES = 4;
/** More parts of a searched text hardly exclude more documents. */
const TESTS_MAX = 12;

/** Returns the byte and the bit of the part at an index of a UTF-8 text. */
const bitAt = (text: Uint8Array, index: number): { byte: number; bit: number } => {
  let part = 0;
  for (let at = index; at < index + PART_BYTES; at += 1) part = (part << 8) | (text[at] ?? 0);
  const position = (Math.imul(part, 0x9e37_79b1) >>> 8) % (FILTER_BYTES * BITS_OF_BYTE);
  return { byte: Math.floor(position / BITS_OF_BYTE), bit: 1 << (position % BITS_OF_BYTE) };
};

/**
 * Returns the filter of a folded text, with which a search skips documents without reading them: a short text itself, or the bits of all its
 * parts of four bytes (a Bloom filter).
 *
 * @param text - in UTF-8
 */
export function filterOf(text: Uint8Array): Uint8Array | null {
  if (text.length > FILTERED_BYTES) return null;
  if (text.length < FILTER_BYTES) return text;
  const filter = new Uint8Array(FILTER_BYTES);
  for (let index = 0; index + PART_BYTES <= text.length; index += 1) {
    const { byte, bit } = bitAt(text, index);
    filter[byte] = (filter[byte] ?? 0) | bit;
  }
  return filter;
}

/** Returns the condition that the folded text of a document may contain another. */
export function mayContain(needle: string): { sql: string; values: (Uint8Array | number)[] } {
  const text = Buffer.from(needle);
  const parts = Math.max(text.length - PART_BYTES + 1, 0);
  const count = Math.min(parts, TESTS_MAX);
  const tests = Array.from({ length: count }, (_, index) => bitAt(text, Math.floor((index * parts) / count)));
  const isShort = `(length(filter) < ${FILTER_BYTES}) IS NOT FALSE AND instr(filter, ?) IS NOT 0`;
  // A short text may pass the tests of bits, too. Without CASE, because SQLite then ends at the first missing bit.
  const hasBits = tests.map(() => `unicode(substr(filter, ?, 1)) & ?`).join(' AND ') || '1';
  return {
    sql: `${hasBits} OR ${isShort}`,
    values: [...tests.flatMap(({ byte, bit }) => [byte + 1, bit]), text],
  };
}
