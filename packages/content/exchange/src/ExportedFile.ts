export interface ExportedFile {
  /** With its extension, valid on every system. */
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const reserved = /[\\/:*?"<>|]/g;
const longestCharacters = 80;
/** Bytes in UTF-8. Systems allow 255, and a folder, a number and an extension are added. */
const longestBytes = 160;
/** Device names, which Windows does not allow for files. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Truncates a text to 80 characters and `most` bytes. */
const firstBytes = (text: string, most: number): string => {
  let [size, end] = [0, 0];
  for (const character of [...text].slice(0, longestCharacters)) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** Removes dots and spaces at both ends: they hide a file, or a system removes them. */
const withoutEdges = (words: string): string => {
  let [start, end] = [0, words.length];
  while (start < end && '. '.includes(words.charAt(start))) start += 1;
  while (end > start && '. '.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(start, end);
};

export const textFile = (title: string, extension: string, type: string, text: string): ExportedFile => ({
  name: fileName(title, extension),
  type: `${type}; charset=utf-8`,
  bytes: new TextEncoder().encode(text),
});

/** Turns a title into a name that every system allows: no forbidden characters, at most 80 characters and 160 bytes. */
export const safeName = (title: string): string => {
  // Format characters could reorder the visible letters of a name.
  const words = firstBytes(
    title
      .replace(reserved, ' ')
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    longestBytes,
  );
  const name = withoutEdges(words);
  if (devices.test(name)) return `${name}_`;
  return name || 'Lectern';
};

export const fileName = (title: string, extension: string): string => `${safeName(title)}.${extension}`;

/** Returns a function that makes unique file names for one folder, even on systems that ignore case. */
export const createNames = (): ((title: string) => string) => {
  const taken = new Map<string, number>();
  return (title) => {
    const name = safeName(title);
    const key = name.toLowerCase();
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    // No title ends like this, because names have no two consecutive spaces.
    return count === 1 ? name : `${name}  (${String(count)})`;
  };
};
