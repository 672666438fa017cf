import * as z from '@lectern/contracts/schema';

/** Some sign that `trim` leaves. White space is spelt out, since engines of regular expressions differ in what they take for it. */
export const notBlank = /[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** In characters as a reader and JSON Schema count them: one of two halves is no character. */
const isWithin = (text: string, longest: number): boolean =>
  text.length <= longest || (text.length <= 2 * longest && [...text].length <= longest);

/** At most this many characters. Checked before the text is trimmed, so that the description of the API holds to the letter. */
export const longest = (characters: number, message = `At most ${characters} characters`) =>
  z.refine<string>((value) => isWithin(value, characters), message);

/** At least this many characters. */
export const shortest = (characters: number, message: string) =>
  z.refine<string>((value) => [...value.slice(0, 2 * characters)].length >= characters, message);

/** A text that may be empty, as it was written. */
export const text = (characters: number, message?: string) =>
  z.string().check(longest(characters, message), z.meta({ maxLength: characters }));

/** `1000000` → `1,000,000`. `toLocaleString` loads tables of languages, on every page that knows such a text. */
const grouped = (count: number): string => {
  const digits = String(count);
  const first = digits.length % 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean).join(',');
};

/**
 * A text of the size of a book, as it was written. Its size is described in words: programs that make requests from a description
 * make no text of a million characters, and some end over it.
 */
export const longText = (characters: number) =>
  z.string().check(longest(characters), z.meta({ description: `At most ${grouped(characters)} characters.` }));

/** A text that says something, trimmed. */
export const filledText = (characters: number, empty: string, message?: string) =>
  z.string().check(longest(characters, message), z.regex(notBlank, empty), z.trim(), z.meta({ maxLength: characters }));

/** A text that may be empty, trimmed. */
export const trimmedText = (characters: number, message?: string) =>
  z.string().check(longest(characters, message), z.trim(), z.meta({ maxLength: characters }));
